extension Publisher {
    /// Publishes the values of this publisher and another publisher as they come.
    @inlinable public func merge<P: Publisher>(with other: P)
        -> Publishers.Merge<Self, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge(self, other)
    }

    /// Publishes the values of this publisher and two others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
        -> Publishers.Merge3<Self, Z, Y>
    where Failure == Z.Failure, Z.Failure == Y.Failure, Output == Z.Output, Z.Output == Y.Output {
        Publishers.Merge3(self, z, y)
    }

    /// Publishes the values of this publisher and three others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X)
        -> Publishers.Merge4<Self, Z, Y, X>
    where
        Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, Output == Z.Output, Z.Output == Y.Output,
        Y.Output == X.Output
    {
        Publishers.Merge4(self, z, y, x)
    }

    /// Publishes the values of this publisher and four others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    )
        -> Publishers.Merge5<Self, Z, Y, X, W>
    where
        Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        Output == Z.Output, Z.Output == Y.Output, Y.Output == X.Output, X.Output == W.Output
    {
        Publishers.Merge5(self, z, y, x, w)
    }

    /// Publishes the values of this publisher and five others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    )
        -> Publishers.Merge6<Self, Z, Y, X, W, V>
    where
        Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        W.Failure == V.Failure, Output == Z.Output, Z.Output == Y.Output, Y.Output == X.Output, X.Output == W.Output,
        W.Output == V.Output
    {
        Publishers.Merge6(self, z, y, x, w, v)
    }

    /// Publishes the values of this publisher and six others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U
    )
        -> Publishers.Merge7<Self, Z, Y, X, W, V, U>
    where
        Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        W.Failure == V.Failure, V.Failure == U.Failure, Output == Z.Output, Z.Output == Y.Output, Y.Output == X.Output,
        X.Output == W.Output, W.Output == V.Output, V.Output == U.Output
    {
        Publishers.Merge7(self, z, y, x, w, v, u)
    }

    /// Publishes the values of this publisher and seven others as they come.
    @inlinable
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher, T: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U, _ t: T
    )
        -> Publishers.Merge8<Self, Z, Y, X, W, V, U, T>
    where
        Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        W.Failure == V.Failure, V.Failure == U.Failure, U.Failure == T.Failure, Output == Z.Output,
        Z.Output == Y.Output, Y.Output == X.Output, X.Output == W.Output, W.Output == V.Output, V.Output == U.Output,
        U.Output == T.Output
    {
        Publishers.Merge8(self, z, y, x, w, v, u, t)
    }
}

// A merge takes more publishers in without nesting.
extension Publishers.Merge {
    /// Publishes the values of this publisher and another publisher as they come.
    @inlinable public func merge<P: Publisher>(with other: P)
        -> Publishers.Merge3<A, B, P>
    where B.Failure == P.Failure, B.Output == P.Output {
        Publishers.Merge3(a, b, other)
    }

    /// Publishes the values of this publisher and two others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
        -> Publishers.Merge4<A, B, Z, Y>
    where B.Failure == Z.Failure, Z.Failure == Y.Failure, B.Output == Z.Output, Z.Output == Y.Output {
        Publishers.Merge4(a, b, z, y)
    }

    /// Publishes the values of this publisher and three others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X)
        -> Publishers.Merge5<A, B, Z, Y, X>
    where
        B.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, B.Output == Z.Output,
        Z.Output == Y.Output, Y.Output == X.Output
    {
        Publishers.Merge5(a, b, z, y, x)
    }

    /// Publishes the values of this publisher and four others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    )
        -> Publishers.Merge6<A, B, Z, Y, X, W>
    where
        B.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        B.Output == Z.Output, Z.Output == Y.Output, Y.Output == X.Output, X.Output == W.Output
    {
        Publishers.Merge6(a, b, z, y, x, w)
    }

    /// Publishes the values of this publisher and five others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    )
        -> Publishers.Merge7<A, B, Z, Y, X, W, V>
    where
        B.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        W.Failure == V.Failure, B.Output == Z.Output, Z.Output == Y.Output, Y.Output == X.Output, X.Output == W.Output,
        W.Output == V.Output
    {
        Publishers.Merge7(a, b, z, y, x, w, v)
    }

    /// Publishes the values of this publisher and six others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U
    )
        -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
    where
        B.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        W.Failure == V.Failure, V.Failure == U.Failure, B.Output == Z.Output, Z.Output == Y.Output,
        Y.Output == X.Output, X.Output == W.Output, W.Output == V.Output, V.Output == U.Output
    {
        Publishers.Merge8(a, b, z, y, x, w, v, u)
    }
}

extension Publishers.Merge3 {
    /// Publishes the values of this publisher and another publisher as they come.
    @inlinable public func merge<P: Publisher>(with other: P)
        -> Publishers.Merge4<A, B, C, P>
    where C.Failure == P.Failure, C.Output == P.Output {
        Publishers.Merge4(a, b, c, other)
    }

    /// Publishes the values of this publisher and two others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
        -> Publishers.Merge5<A, B, C, Z, Y>
    where C.Failure == Z.Failure, Z.Failure == Y.Failure, C.Output == Z.Output, Z.Output == Y.Output {
        Publishers.Merge5(a, b, c, z, y)
    }

    /// Publishes the values of this publisher and three others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X)
        -> Publishers.Merge6<A, B, C, Z, Y, X>
    where
        C.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, C.Output == Z.Output,
        Z.Output == Y.Output, Y.Output == X.Output
    {
        Publishers.Merge6(a, b, c, z, y, x)
    }

    /// Publishes the values of this publisher and four others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    )
        -> Publishers.Merge7<A, B, C, Z, Y, X, W>
    where
        C.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        C.Output == Z.Output, Z.Output == Y.Output, Y.Output == X.Output, X.Output == W.Output
    {
        Publishers.Merge7(a, b, c, z, y, x, w)
    }

    /// Publishes the values of this publisher and five others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    )
        -> Publishers.Merge8<A, B, C, Z, Y, X, W, V>
    where
        C.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        W.Failure == V.Failure, C.Output == Z.Output, Z.Output == Y.Output, Y.Output == X.Output, X.Output == W.Output,
        W.Output == V.Output
    {
        Publishers.Merge8(a, b, c, z, y, x, w, v)
    }
}

extension Publishers.Merge4 {
    /// Publishes the values of this publisher and another publisher as they come.
    @inlinable public func merge<P: Publisher>(with other: P)
        -> Publishers.Merge5<A, B, C, D, P>
    where D.Failure == P.Failure, D.Output == P.Output {
        Publishers.Merge5(a, b, c, d, other)
    }

    /// Publishes the values of this publisher and two others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
        -> Publishers.Merge6<A, B, C, D, Z, Y>
    where D.Failure == Z.Failure, Z.Failure == Y.Failure, D.Output == Z.Output, Z.Output == Y.Output {
        Publishers.Merge6(a, b, c, d, z, y)
    }

    /// Publishes the values of this publisher and three others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X)
        -> Publishers.Merge7<A, B, C, D, Z, Y, X>
    where
        D.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, D.Output == Z.Output,
        Z.Output == Y.Output, Y.Output == X.Output
    {
        Publishers.Merge7(a, b, c, d, z, y, x)
    }

    /// Publishes the values of this publisher and four others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    )
        -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
    where
        D.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, X.Failure == W.Failure,
        D.Output == Z.Output, Z.Output == Y.Output, Y.Output == X.Output, X.Output == W.Output
    {
        Publishers.Merge8(a, b, c, d, z, y, x, w)
    }
}

extension Publishers.Merge5 {
    /// Publishes the values of this publisher and another publisher as they come.
    @inlinable public func merge<P: Publisher>(with other: P)
        -> Publishers.Merge6<A, B, C, D, E, P>
    where E.Failure == P.Failure, E.Output == P.Output {
        Publishers.Merge6(a, b, c, d, e, other)
    }

    /// Publishes the values of this publisher and two others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
        -> Publishers.Merge7<A, B, C, D, E, Z, Y>
    where E.Failure == Z.Failure, Z.Failure == Y.Failure, E.Output == Z.Output, Z.Output == Y.Output {
        Publishers.Merge7(a, b, c, d, e, z, y)
    }

    /// Publishes the values of this publisher and three others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher, X: Publisher>(with z: Z, _ y: Y, _ x: X)
        -> Publishers.Merge8<A, B, C, D, E, Z, Y, X>
    where
        E.Failure == Z.Failure, Z.Failure == Y.Failure, Y.Failure == X.Failure, E.Output == Z.Output,
        Z.Output == Y.Output, Y.Output == X.Output
    {
        Publishers.Merge8(a, b, c, d, e, z, y, x)
    }
}

extension Publishers.Merge6 {
    /// Publishes the values of this publisher and another publisher as they come.
    @inlinable public func merge<P: Publisher>(with other: P)
        -> Publishers.Merge7<A, B, C, D, E, F, P>
    where F.Failure == P.Failure, F.Output == P.Output {
        Publishers.Merge7(a, b, c, d, e, f, other)
    }

    /// Publishes the values of this publisher and two others as they come.
    @inlinable public func merge<Z: Publisher, Y: Publisher>(with z: Z, _ y: Y)
        -> Publishers.Merge8<A, B, C, D, E, F, Z, Y>
    where F.Failure == Z.Failure, Z.Failure == Y.Failure, F.Output == Z.Output, Z.Output == Y.Output {
        Publishers.Merge8(a, b, c, d, e, f, z, y)
    }
}

extension Publishers.Merge7 {
    /// Publishes the values of this publisher and another publisher as they come.
    @inlinable public func merge<P: Publisher>(with other: P)
        -> Publishers.Merge8<A, B, C, D, E, F, G, P>
    where G.Failure == P.Failure, G.Output == P.Output {
        Publishers.Merge8(a, b, c, d, e, f, g, other)
    }
}
