use crate::sys::{self, Encounter, Motion, PrincipalInertia, Query, RawShape, Vec};
use crate::{checked, Error};
use std::{mem, ptr};

/// Geometry without place, in the plane or in space.
pub struct Shape {
    raw: *mut RawShape,
}

// A shape does not change once it is made; the library lets any number of threads use it.
unsafe impl Send for Shape {}
unsafe impl Sync for Shape {}

impl Drop for Shape {
    fn drop(&mut self) {
        unsafe { sys::firsthit_shape_destroy(self.raw) }
    }
}

impl Shape {
    fn made(make: impl FnOnce(*mut *mut RawShape) -> sys::Status) -> Result<Self, Error> {
        let mut raw = ptr::null_mut();
        checked(make(&mut raw))?;
        Ok(Shape { raw })
    }

    /// A disk or a ball.
    pub fn ball(dimension: i32, radius: f64) -> Result<Self, Error> {
        Shape::made(|into| unsafe { sys::firsthit_shape_ball(dimension, radius, into) })
    }
    /// A box along the coordinate axes.
    pub fn box_(dimension: i32, half_extents: Vec) -> Result<Self, Error> {
        Shape::made(|into| unsafe { sys::firsthit_shape_box(dimension, half_extents, into) })
    }
    /// All places within `radius` of the straight piece between two vertices.
    pub fn capsule(dimension: i32, from: Vec, to: Vec, radius: f64) -> Result<Self, Error> {
        Shape::made(|into| unsafe { sys::firsthit_shape_capsule(dimension, from, to, radius, into) })
    }
    /// All places within `radius` of the convex hull of some vertices.
    pub fn hull(dimension: i32, vertices: &[Vec], radius: f64) -> Result<Self, Error> {
        Shape::made(|into| unsafe {
            sys::firsthit_shape_hull(dimension, vertices.as_ptr(), vertices.len(), radius, into)
        })
    }
    /// The solid within a simple polygon, convex or concave.
    pub fn polygon(vertices: &[Vec]) -> Result<Self, Error> {
        Shape::made(|into| unsafe { sys::firsthit_shape_polygon(vertices.as_ptr(), vertices.len(), into) })
    }
    /// All points x with normal . x <= offset.
    pub fn half_space(dimension: i32, normal: Vec, offset: f64) -> Result<Self, Error> {
        Shape::made(|into| unsafe { sys::firsthit_shape_half_space(dimension, normal, offset, into) })
    }

    /// Of a shape in space, about its centre of mass; the moments are those over the mass.
    pub fn principal_inertia(&self) -> Result<PrincipalInertia, Error> {
        let mut r = mem::MaybeUninit::uninit();
        checked(unsafe { sys::firsthit_shape_principal_inertia(self.raw, r.as_mut_ptr()) })?;
        Ok(unsafe { r.assume_init() })
    }

    pub(crate) fn raw(&self) -> *const RawShape {
        self.raw
    }
}

/// The first time at which `a` runs into `b`.
pub fn first_hit(a: &Shape, motion_a: &Motion, b: &Shape, motion_b: &Motion, query: &Query) -> Result<Encounter, Error> {
    let mut hit = Encounter { size: mem::size_of::<Encounter>(), ..Encounter::default() };
    checked(unsafe { sys::firsthit_first_hit(a.raw(), motion_a, b.raw(), motion_b, query, &mut hit) })?;
    Ok(hit)
}
