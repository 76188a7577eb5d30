//! What of `firsthit.h` the crate calls, field by field; a test of the repository holds it to the header.

use std::os::raw::{c_char, c_void};

pub type Status = i32;
pub const OK: Status = 0;

/// A point or a vector; in the plane z is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// A quaternion w + x i + y j + z k.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orientation {
    pub w: f64,
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// How hard a body is to turn about three axes across each other, about none of which it is twisted as it turns.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrincipalInertia {
    /// About these axes; of what moves only their ratios count.
    pub moments: Vec,
    /// What turns the coordinate axes into these axes, as the shape's own numbers tell directions.
    pub axes: Orientation,
}

/// Who meets whom, in bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    pub category: u32,
    pub mask: u32,
}

#[repr(C)]
pub struct RawShape {
    _opaque: [u8; 0],
}
#[repr(C)]
pub struct RawWorld {
    _opaque: [u8; 0],
}
#[repr(C)]
pub struct RawAgents {
    _opaque: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    pub size: usize,
    pub kind: i32,
    pub position: Vec,
    pub velocity: Vec,
    pub acceleration: Vec,
    pub angular_velocity: Vec,
    pub orientation: Orientation,
    pub centre: Vec,
    pub spin: Vec,
    pub control: [Vec; 4],
    pub duration: f64,
    pub inertia: PrincipalInertia,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feature {
    pub kind: i32,
    pub index: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Encounter {
    pub size: usize,
    pub delay: f64,
    pub delay_upper: f64,
    pub first_touch: f64,
    pub normal: Vec,
    pub point_a: Vec,
    pub point_b: Vec,
    pub gap: f64,
    pub outcome: i32,
    pub feature_a: Feature,
    pub feature_b: Feature,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub size: usize,
    pub horizon: f64,
    pub margin: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub size: usize,
    pub shape: *const RawShape,
    pub position: Vec,
    pub velocity: Vec,
    pub mass: f64,
    pub material: u32,
    pub kind: i32,
    pub filter: Filter,
    pub sensor: i32,
    pub after_hit: i32,
    pub one_way: Vec,
    pub spins: i32,
    pub on_crush: i32,
    pub orientation: Orientation,
    pub angular_velocity: Vec,
    pub inertia: f64,
    pub surface_velocity: Vec,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BodyState {
    pub size: usize,
    pub position: Vec,
    pub velocity: Vec,
    pub wraps: [i64; 3],
    pub acceleration: Vec,
    pub orientation: Orientation,
    pub angular_velocity: Vec,
    pub angular_acceleration: Vec,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WorldOptions {
    pub size: usize,
    pub dimension: i32,
    pub rest: i32,
    pub min: Vec,
    pub max: Vec,
    pub sides: [i32; 3],
    pub neighbours: i32,
    pub gravity: Vec,
    pub restitution: f64,
    pub contact_duration: f64,
    pub side_material: u32,
    pub reserved: u32,
    pub friction: f64,
    pub tangential_restitution: f64,
    pub rolling_friction: f64,
    pub spinning_friction: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ImpactSide {
    pub position: Vec,
    pub velocity_before: Vec,
    pub velocity_after: Vec,
    pub acceleration: Vec,
    pub elapsed: f64,
    pub id: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    pub size: usize,
    pub index: u64,
    pub time: f64,
    pub kind: i32,
    pub reserved: u32,
    pub a: ImpactSide,
    pub b: ImpactSide,
    pub point: Vec,
    pub normal: Vec,
    pub impulse: f64,
    pub virial: f64,
    pub overlap: f64,
}

/// Where a body rests on something that holds it, at one place.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestingContact {
    /// As `a` sees it.
    pub point: Vec,
    /// From `a` into `b`, of length 1.
    pub normal: Vec,
    /// Of `b` on `a`; `b` gets the opposite.
    pub force: Vec,
    /// Who is held.
    pub a: u32,
    /// What holds it: a body, an obstacle or a side of the box.
    pub b: u32,
}

pub type OnImpact = unsafe extern "C" fn(user: *mut c_void, impact: *const Impact);
/// Of a kind of events that the crate does not tell.
pub type Unused = Option<unsafe extern "C" fn()>;

#[repr(C)]
pub struct Observer {
    pub size: usize,
    pub user: *mut c_void,
    pub impact: Option<OnImpact>,
    pub impact_spins: Unused,
    pub turn: Unused,
    pub passing: Unused,
}

/// A body with a will of its own.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Agent {
    pub size: usize,
    pub body: u32,
    pub steering: i32,
    pub goal: Vec,
    pub preferred_speed: f64,
    pub max_acceleration: f64,
}

pub type TakeBytes = unsafe extern "C" fn(user: *mut c_void, bytes: *const c_void, count: usize);

#[repr(C)]
pub struct RunLimits {
    pub size: usize,
    pub collisions: u64,
    pub events: u64,
    pub stop: *const i32,
}

extern "C" {
    pub fn firsthit_last_error() -> *const c_char;
    pub fn firsthit_shape_ball(dimension: i32, radius: f64, into: *mut *mut RawShape) -> Status;
    pub fn firsthit_shape_box(dimension: i32, half_extents: Vec, into: *mut *mut RawShape) -> Status;
    pub fn firsthit_shape_capsule(dimension: i32, from: Vec, to: Vec, radius: f64, into: *mut *mut RawShape) -> Status;
    pub fn firsthit_shape_hull(dimension: i32, vertices: *const Vec, count: usize, radius: f64, into: *mut *mut RawShape) -> Status;
    pub fn firsthit_shape_polygon(vertices: *const Vec, count: usize, into: *mut *mut RawShape) -> Status;
    pub fn firsthit_shape_half_space(dimension: i32, normal: Vec, offset: f64, into: *mut *mut RawShape) -> Status;
    pub fn firsthit_shape_destroy(shape: *mut RawShape);
    pub fn firsthit_shape_principal_inertia(shape: *const RawShape, into: *mut PrincipalInertia) -> Status;
    pub fn firsthit_motion_default(into: *mut Motion, size: usize) -> Status;
    pub fn firsthit_motion_at(dimension: i32, motion: *const Motion, delay: f64, of_shape: *const Vec, into: *mut Vec) -> Status;
    pub fn firsthit_query_default(into: *mut Query, size: usize) -> Status;
    pub fn firsthit_first_hit(a: *const RawShape, motion_a: *const Motion, b: *const RawShape, motion_b: *const Motion, query: *const Query, into: *mut Encounter) -> Status;
    pub fn firsthit_world_options_default(dimension: i32, into: *mut WorldOptions, size: usize) -> Status;
    pub fn firsthit_world_create(options: *const WorldOptions, into: *mut *mut RawWorld) -> Status;
    pub fn firsthit_world_destroy(world: *mut RawWorld) -> Status;
    pub fn firsthit_body_default(into: *mut Body, size: usize) -> Status;
    pub fn firsthit_world_add(world: *mut RawWorld, body: *const Body, into: *mut u32) -> Status;
    pub fn firsthit_world_state(world: *const RawWorld, id: u32, into: *mut BodyState) -> Status;
    pub fn firsthit_world_set_velocity(world: *mut RawWorld, id: u32, velocity: Vec) -> Status;
    pub fn firsthit_world_set_acceleration(world: *mut RawWorld, id: u32, acceleration: Vec) -> Status;
    pub fn firsthit_world_set_surface_velocity(world: *mut RawWorld, id: u32, velocity: Vec) -> Status;
    pub fn firsthit_run_limits_default(into: *mut RunLimits, size: usize) -> Status;
    pub fn firsthit_world_run_until(world: *mut RawWorld, time: f64, limits: *const RunLimits, into: *mut i32) -> Status;
    pub fn firsthit_world_observe(world: *mut RawWorld, observer: *const Observer, into: *mut u32) -> Status;
    pub fn firsthit_world_unobserve(world: *mut RawWorld, observer: u32) -> Status;
    pub fn firsthit_world_time(world: *const RawWorld, into: *mut f64) -> Status;
    pub fn firsthit_world_collisions(world: *const RawWorld, into: *mut u64) -> Status;
    pub fn firsthit_world_state_hash(world: *const RawWorld, into: *mut u64) -> Status;
    pub fn firsthit_world_contacts(world: *const RawWorld, into: *mut RestingContact, capacity: usize, count: *mut usize) -> Status;
    pub fn firsthit_world_save(world: *const RawWorld, take: TakeBytes, user: *mut c_void) -> Status;
    pub fn firsthit_world_load(dimension: i32, bytes: *const c_void, count: usize, into: *mut *mut RawWorld, used: *mut usize) -> Status;
    pub fn firsthit_agent_default(into: *mut Agent, size: usize) -> Status;
    pub fn firsthit_agents_create(dimension: i32, agents: *const Agent, count: usize, window: f64, path_error: f64, into: *mut *mut RawAgents) -> Status;
    pub fn firsthit_agents_destroy(agents: *mut RawAgents);
    pub fn firsthit_agents_piece(agents: *const RawAgents, into: *mut f64) -> Status;
    pub fn firsthit_agents_steer(agents: *mut RawAgents, world: *mut RawWorld) -> Status;
    pub fn firsthit_agents_save(agents: *const RawAgents, take: TakeBytes, user: *mut c_void) -> Status;
    pub fn firsthit_agents_load(agents: *mut RawAgents, bytes: *const c_void, count: usize, used: *mut usize) -> Status;
}
