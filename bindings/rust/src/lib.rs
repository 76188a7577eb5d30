//! Predicts collisions before they happen: a safe crate on top of firsthit's library for C, with its very bits.
//!
//! ```
//! use firsthit::{first_hit, vec2, Motion, Query, Shape};
//!
//! let ball = Shape::ball(2, 0.5)?;
//! let target = Shape::box_(2, vec2(1.0, 1.0))?;
//! let rolls = Motion::linear(vec2(0.0, 0.0), vec2(1.0, 0.0));
//! let rests = Motion::linear(vec2(5.0, 0.0), vec2(0.0, 0.0));
//! let hit = first_hit(&ball, &rolls, &target, &rests, &Query::default())?;
//! assert_eq!((hit.is_hit(), hit.delay), (true, 3.5));
//! # Ok::<(), firsthit::Error>(())
//! ```

mod agents;
mod shape;
pub mod sys;
mod world;

use std::ffi::CStr;
use std::{fmt, mem};

pub use agents::Agents;
pub use shape::{first_hit, Shape};
pub use sys::{
    Agent, Body, BodyState, Encounter, Impact, Motion, Orientation, PrincipalInertia, Query, RestingContact, Vec, WorldOptions,
};
pub use world::{RunOutcome, World};

/// A call that was refused: its status, and what was wrong with it, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub status: i32,
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A status as a result.
pub(crate) fn checked(status: sys::Status) -> Result<(), Error> {
    if status == sys::OK {
        return Ok(());
    }
    // The library keeps the message for this thread until its next call that fails.
    let message = unsafe { CStr::from_ptr(sys::firsthit_last_error()) };
    Err(Error { status, message: message.to_string_lossy().into_owned() })
}

/// A struct as a function whose name ends in `_default` fills it.
pub(crate) fn filled<T>(fill: impl FnOnce(*mut T, usize) -> sys::Status) -> T {
    let mut r = mem::MaybeUninit::uninit();
    checked(fill(r.as_mut_ptr(), mem::size_of::<T>())).expect("our structs have the size that they say");
    unsafe { r.assume_init() }
}

/// A place in the plane.
pub fn vec2(x: f64, y: f64) -> Vec {
    Vec { x, y, z: 0.0 }
}

/// A place in space.
pub fn vec3(x: f64, y: f64, z: f64) -> Vec {
    Vec { x, y, z }
}

impl Default for Motion {
    /// At rest in the origin.
    fn default() -> Self {
        filled(|into, size| unsafe { sys::firsthit_motion_default(into, size) })
    }
}

impl Motion {
    /// Straight, at a constant velocity.
    pub fn linear(position: Vec, velocity: Vec) -> Self {
        Motion { position, velocity, ..Motion::default() }
    }
    /// With a constant acceleration.
    pub fn falling(position: Vec, velocity: Vec, acceleration: Vec) -> Self {
        Motion { kind: 1, acceleration, ..Motion::linear(position, velocity) }
    }
    /// Straight, turning steadily about its centre; in the plane about z.
    pub fn spinning(position: Vec, velocity: Vec, angular_velocity: Vec) -> Self {
        Motion { kind: 2, angular_velocity, ..Motion::linear(position, velocity) }
    }
    /// Straight, turning in space as a rigid body that nothing twists; the angular velocity is that of now.
    pub fn tumbling(position: Vec, velocity: Vec, angular_velocity: Vec, inertia: PrincipalInertia) -> Self {
        Motion { kind: 5, angular_velocity, inertia, ..Motion::linear(position, velocity) }
    }
    /// In 2 or 3 dimensions, where the point is after a time that the shape's own numbers tell so.
    pub fn at(&self, dimension: i32, delay: f64, of_shape: Vec) -> Result<Vec, Error> {
        let mut r = vec3(0.0, 0.0, 0.0);
        checked(unsafe { sys::firsthit_motion_at(dimension, self, delay, &of_shape, &mut r) })?;
        Ok(r)
    }
}

impl Default for Query {
    /// Without an end, and without a margin.
    fn default() -> Self {
        filled(|into, size| unsafe { sys::firsthit_query_default(into, size) })
    }
}

impl Encounter {
    /// Is there something to respond to?
    pub fn is_hit(&self) -> bool {
        self.outcome == 2 || self.outcome == 3
    }
}
