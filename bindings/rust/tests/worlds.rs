//! Answers that one can work out by hand, wrong calls, and panics in closures.

use firsthit::{
    first_hit, Agent, Agents, vec2, vec3, Body, Motion, PrincipalInertia, Query, RunOutcome, Shape, World, WorldOptions,
};
use std::panic::{catch_unwind, AssertUnwindSafe};

#[test]
fn a_ball_meets_a_wall_and_a_box() {
    let (ball, wall) = (Shape::ball(2, 0.5).unwrap(), Shape::half_space(2, vec2(1.0, 0.0), 0.0).unwrap());
    let flies = Motion::linear(vec2(4.5, 1.0), vec2(-2.0, 0.0));
    let hit = first_hit(&ball, &flies, &wall, &Motion::default(), &Query::default()).unwrap();
    assert!(hit.is_hit());
    assert_eq!((hit.delay, hit.delay_upper), (2.0, 2.0));
    assert_eq!((hit.point_a, hit.normal), (vec2(0.0, 1.0), vec2(-1.0, 0.0)));
    let soon = Query { horizon: 1.5, ..Query::default() };
    assert!(!first_hit(&ball, &flies, &wall, &Motion::default(), &soon).unwrap().is_hit());
}

#[test]
fn what_tumbles_goes_as_a_top_does() {
    // Of half extents a, a, c the moments over the mass are (a^2 + c^2) / 3 twice, and 2 a^2 / 3.
    let (a, c) = (1.0, 2.0);
    let inertia = Shape::box_(3, vec3(a, a, c)).unwrap().principal_inertia().unwrap();
    let (i, k) = ((a * a + c * c) / 3.0, 2.0 * a * a / 3.0);
    for (found, expected) in [(inertia.moments.x, i), (inertia.moments.y, i), (inertia.moments.z, k)] {
        assert!((found - expected).abs() < 1e-15);
    }
    // Its precession is the angular momentum over i, and its spin (1 / k - 1 / i) times the part of that along z.
    let rate = vec3(0.5, -1.0, 2.0);
    let tumbles = Motion::tumbling(vec3(0.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), rate, inertia);
    let precession = vec3(rate.x, rate.y, k * rate.z / i);
    let spin = vec3(0.0, 0.0, (1.0 / k - 1.0 / i) * (k * rate.z));
    let precesses = Motion { kind: 4, angular_velocity: precession, spin, ..tumbles };
    for delay in [0.0, 0.75, 20.0] {
        let corner = vec3(a, a, c);
        let (found, expected) = (tumbles.at(3, delay, corner).unwrap(), precesses.at(3, delay, corner).unwrap());
        for difference in [found.x - expected.x, found.y - expected.y, found.z - expected.z] {
            assert!(difference.abs() < 1e-12, "{found:?} for {expected:?}");
        }
    }
    let thin = Motion { inertia: PrincipalInertia { moments: vec3(1.0, 3.0, 1.0), ..inertia }, ..tumbles };
    assert_eq!(
        thin.at(3, 1.0, rate).unwrap_err().message,
        "motion.inertia.moments: expected at most the sum of the two others, found 3"
    );
    let flat = Shape::box_(2, vec2(1.0, 2.0)).unwrap().principal_inertia().unwrap_err().message;
    assert_eq!(flat, "shape: expected one in 3 dimensions, found one in 2");
}

#[test]
fn wrong_calls_say_what_is_wrong() {
    let told = |message: Result<Shape, firsthit::Error>| message.err().expect("an error").message;
    assert_eq!(told(Shape::ball(4, 1.0)), "dimension: expected 2 or 3, found 4");
    assert_eq!(told(Shape::box_(2, vec3(1.0, 1.0, 1.0))), "half_extents.z: expected 0 in the plane, found 1");
    assert!(told(Shape::polygon(&[])).contains("expected"));
    let mut world = World::new(&WorldOptions::new(2).unwrap()).unwrap();
    assert!(WorldOptions::new(7).is_err());
    assert!(world.set_velocity(3, vec2(0.0, 0.0)).is_err());
    assert!(world.add(&Shape::ball(3, 1.0).unwrap(), &Body::default()).is_err());
    assert!(world.add(&Shape::ball(2, f64::NAN).unwrap(), &Body::default()).is_err());
    assert!(world.run_until(f64::NAN).is_err());
    assert_eq!(world.run_until(1.0).unwrap(), RunOutcome::ReachedTime);
}

fn two_balls() -> World {
    let mut world = World::new(&WorldOptions::new(2).unwrap()).unwrap();
    let ball = Shape::ball(2, 0.5).unwrap();
    world.add(&ball, &Body { velocity: vec2(1.0, 0.0), ..Body::default() }).unwrap();
    world.add(&ball, &Body { position: vec2(3.0, 0.0), ..Body::default() }).unwrap();
    world
}

#[test]
fn a_ball_rolls_into_another() {
    let mut world = two_balls();
    let mut impacts = std::vec::Vec::new();
    world.run_until_telling(4.0, |impact| impacts.push((impact.time, impact.a.id, impact.b.id, impact.impulse))).unwrap();
    assert_eq!(impacts, [(2.0, 0, 1, 1.0)]);
    assert_eq!(world.state(0).unwrap().velocity, vec2(0.0, 0.0));
    assert_eq!(world.state(1).unwrap().position, vec2(5.0, 0.0));
}

#[test]
fn a_panic_in_a_closure_comes_out_and_leaves_the_world_of_use() {
    let mut world = two_balls();
    let ball = Shape::ball(2, 0.5).unwrap();
    world.add(&ball, &Body { position: vec2(6.0, 0.0), ..Body::default() }).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| world.run_until_telling(9.0, |_| panic!("enough"))));
    assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"enough"));
    assert_eq!(world.time().unwrap(), 2.0);
    assert_eq!(world.run_until(9.0).unwrap(), RunOutcome::ReachedTime);
    assert_eq!(world.collisions().unwrap(), 2);
}

#[test]
fn worlds_and_shapes_go_to_other_threads() {
    let ball = Shape::ball(2, 0.5).unwrap();
    let delays: std::vec::Vec<f64> = std::thread::scope(|scope| {
        let ask = |x: f64| {
            let ball = &ball;
            scope.spawn(move || {
                let comes = Motion::linear(vec2(x, 0.0), vec2(-1.0, 0.0));
                first_hit(ball, &Motion::default(), ball, &comes, &Query::default()).unwrap().delay
            })
        };
        [ask(3.0), ask(5.0)].into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(delays, [2.0, 4.0]);
    let mut world = two_balls();
    let hash = std::thread::spawn(move || {
        world.run_until(4.0).unwrap();
        world.state_hash().unwrap()
    });
    let mut other = two_balls();
    other.run_until(4.0).unwrap();
    assert_eq!(hash.join().unwrap(), other.state_hash().unwrap());
}

#[test]
fn a_saved_world_goes_on_with_the_same_bits() {
    let mut world = two_balls();
    world.run_until(1.0).unwrap();
    let mut bytes = world.save().unwrap();
    let whole = bytes.len();
    bytes.extend_from_slice(b"and more");
    let (mut other, used) = World::load(2, &bytes).unwrap();
    assert_eq!(used, whole);
    world.run_until(4.0).unwrap();
    assert_ne!(world.state_hash(), other.state_hash());
    other.run_until(4.0).unwrap();
    assert_eq!(world.state_hash(), other.state_hash());
    assert!(World::load(3, &bytes).is_err());
    assert!(World::load(2, &bytes[..whole - 1]).is_err());
}

#[test]
fn contacts_bear_the_weight_of_all_that_lies_above() {
    let options = WorldOptions { gravity: vec2(0.0, -10.0), restitution: 0.25, ..WorldOptions::new(2).unwrap() };
    let mut world = World::new(&options).unwrap();
    let (floor, crate_) = (Shape::half_space(2, vec2(0.0, 1.0), 0.0).unwrap(), Shape::box_(2, vec2(1.0, 0.5)).unwrap());
    let floor = world.add(&floor, &Body { kind: Body::FIXED, ..Body::default() }).unwrap();
    let low = world.add(&crate_, &Body { position: vec2(0.0, 0.75), ..Body::default() }).unwrap();
    let high = world.add(&crate_, &Body { position: vec2(0.5, 2.25), mass: 2.0, ..Body::default() }).unwrap();
    assert_eq!(world.contacts().unwrap(), []);
    world.run_until(20.0).unwrap();
    let contacts = world.contacts().unwrap();
    assert_eq!(contacts.iter().map(|each| (each.a, each.b)).collect::<std::vec::Vec<_>>(), [(low, floor), (high, low)]);
    for (contact, force) in contacts.iter().zip([30.0, 20.0]) {
        assert_eq!(contact.normal, vec2(0.0, -1.0));
        assert!(contact.force.x == 0.0 && (contact.force.y - force).abs() < 1e-12);
    }
}

#[test]
fn a_lift_that_starts_presses_what_it_carries_by_what_newton_says() {
    let mut world = World::new(&WorldOptions { gravity: vec2(0.0, -10.0), ..WorldOptions::new(2).unwrap() }).unwrap();
    let (long, cube) = (Shape::box_(2, vec2(8.0, 0.5)).unwrap(), Shape::box_(2, vec2(0.5, 0.5)).unwrap());
    let lift = world.add(&long, &Body { kind: Body::KINEMATIC, position: vec2(0.0, -0.5), ..Body::default() }).unwrap();
    let on_it = world.add(&cube, &Body { position: vec2(0.0, 0.5), mass: 3.0, ..Body::default() }).unwrap();
    world.set_acceleration(lift, vec2(0.0, 2.0)).unwrap();
    world.run_until(2.0).unwrap();
    assert_eq!(world.state(on_it).unwrap().velocity, vec2(0.0, 4.0));
    assert!((world.contacts().unwrap()[0].force.y - 36.0).abs() < 1e-12);
    assert!(world.set_acceleration(on_it, vec2(1.0, 0.0)).is_err());
}

#[test]
fn a_conveyor_takes_a_crate_along_until_it_stops() {
    let options = WorldOptions { gravity: vec2(0.0, -10.0), friction: 0.5, ..WorldOptions::new(2).unwrap() };
    let mut world = World::new(&options).unwrap();
    let (long, cube) = (Shape::box_(2, vec2(8.0, 0.5)).unwrap(), Shape::box_(2, vec2(0.5, 0.5)).unwrap());
    let runs = Body { kind: Body::FIXED, position: vec2(0.0, -0.5), surface_velocity: vec2(2.0, 0.0), ..Body::default() };
    let belt = world.add(&long, &runs).unwrap();
    let on_it = world.add(&cube, &Body { position: vec2(-4.0, 0.5), ..Body::default() }).unwrap();
    world.run_until(1.0).unwrap();
    assert_eq!(world.state(on_it).unwrap().velocity, vec2(2.0, 0.0));
    world.set_surface_velocity(belt, vec2(0.0, 0.0)).unwrap();
    world.run_until(2.0).unwrap();
    assert_eq!(world.state(on_it).unwrap().velocity, vec2(0.0, 0.0));
    assert!(world.set_surface_velocity(on_it, vec2(1.0, 0.0)).is_err());
}

#[test]
fn agents_swap_places_and_go_on_after_a_save() {
    let ball = Shape::ball(2, 0.25).unwrap();
    let agents = [(0, vec2(5.0, 1.0)), (1, vec2(-3.0, 1.0))]
        .map(|(body, goal)| Agent { body, goal, steering: Agent::AVOID, max_acceleration: 2.0, ..Agent::default() });
    let mut street = World::new(&WorldOptions::new(2).unwrap()).unwrap();
    for x in [-3.0, 5.0] {
        street.add(&ball, &Body { position: vec2(x, 1.0), ..Body::default() }).unwrap();
    }
    let mut walkers = Agents::new(2, &agents, 0.125, 0.001).unwrap();
    walkers.run(&mut street, 0, 40).unwrap();
    let mut others = Agents::new(2, &agents, 0.125, 0.001).unwrap();
    others.load(&walkers.save().unwrap()).unwrap();
    let (mut other, _) = World::load(2, &street.save().unwrap()).unwrap();
    walkers.run(&mut street, 40, 1000).unwrap();
    others.run(&mut other, 40, 1000).unwrap();
    assert_eq!(street.state_hash(), other.state_hash());
    assert_eq!(street.collisions().unwrap(), 0); // they have seen each other coming
    for (body, goal) in [(0, 5.0), (1, -3.0)] {
        assert!((street.state(body).unwrap().position.x - goal).abs() < 0.01);
    }
}
