// Command gas is the gas of tests/consumer/main.cpp, made and run in Go: it prints the same line. What it takes to call
// the library for C is here: handles that are destroyed, statuses that become errors, and an observer.
//
//	CGO_CFLAGS=-I../../include CGO_LDFLAGS="-L../../build/release -Wl,-rpath,$PWD/../../build/release" go run .
package main

// #cgo LDFLAGS: -lfirsthit_c
// #include <firsthit/firsthit.h>
// #include <stdlib.h>
//
// void observed(void* user, FirsthitImpact* impact);
//
// static inline FirsthitStatus observe(FirsthitWorld* world, uintptr_t user, uint32_t* into) {
//   FirsthitObserver observer = {sizeof observer, (void*)user, (void (*)(void*, const FirsthitImpact*))observed};
//   return firsthit_world_observe(world, &observer, into);
// }
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/cgo"
	"unsafe"
)

// checked makes an error of a status. The library keeps its message for the thread that has called: so callers lock it.
func checked(status C.FirsthitStatus) error {
	if status == C.FIRSTHIT_OK {
		return nil
	}
	return errors.New(C.GoString(C.firsthit_last_error()))
}

//export observed
func observed(user unsafe.Pointer, impact *C.FirsthitImpact) {
	cgo.Handle(uintptr(user)).Value().(func(float64))(float64(impact.impulse))
}

// component is one of a velocity, from whole numbers only: -1, -0.75, ... 1.
func component(state *uint32) C.double {
	*state = *state*1664525 + 1013904223
	return (C.double((*state>>16)%9) - 4) * 0.25
}

func run() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var options C.FirsthitWorldOptions
	if err := checked(C.firsthit_world_options_default(3, &options, C.sizeof_FirsthitWorldOptions)); err != nil {
		return err
	}
	options.max = C.FirsthitVec{x: 9, y: 9, z: 9}
	options.sides = [3]C.FirsthitSide{C.FIRSTHIT_SIDE_PERIODIC, C.FIRSTHIT_SIDE_PERIODIC, C.FIRSTHIT_SIDE_WALL}
	options.restitution = 0.9375
	var world *C.FirsthitWorld
	if err := checked(C.firsthit_world_create(&options, &world)); err != nil {
		return err
	}
	defer C.firsthit_world_destroy(world)

	impulse := 0.0
	told := cgo.NewHandle(func(each float64) { impulse += each })
	defer told.Delete()
	var number C.uint32_t
	if err := checked(C.observe(world, C.uintptr_t(told), &number)); err != nil {
		return err
	}

	var ball *C.FirsthitShape
	if err := checked(C.firsthit_shape_ball(3, 0.5, &ball)); err != nil {
		return err
	}
	defer C.firsthit_shape_destroy(ball)
	const side = 6
	state := uint32(1)
	for i := 0; i < side*side*side; i++ {
		place := func(k int) C.double { return 0.75 + 1.5*C.double(k) }
		var body C.FirsthitBody
		if err := checked(C.firsthit_body_default(&body, C.sizeof_FirsthitBody)); err != nil {
			return err
		}
		body.shape = ball
		body.position = C.FirsthitVec{x: place(i % side), y: place(i / side % side), z: place(i / (side * side))}
		x, y, z := component(&state), component(&state), component(&state)
		body.velocity = C.FirsthitVec{x: x, y: y, z: z}
		var id C.FirsthitBodyId
		if err := checked(C.firsthit_world_add(world, &body, &id)); err != nil {
			return err
		}
	}
	if err := checked(C.firsthit_world_run_until(world, 20, nil, nil)); err != nil {
		return err
	}
	var collisions, hash C.uint64_t
	if err := checked(C.firsthit_world_collisions(world, &collisions)); err != nil {
		return err
	}
	if err := checked(C.firsthit_world_state_hash(world, &hash)); err != nil {
		return err
	}
	if impulse <= 0 {
		return errors.New("expected impulses, found none")
	}
	fmt.Printf("%d collisions, hash %016x\n", uint64(collisions), uint64(hash))

	// What is wrong comes back in words.
	if err := checked(C.firsthit_world_run_until(world, -1, nil, nil)); err == nil {
		return errors.New("expected an error, found none")
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
