import { Motion } from '../src/run/motion';
import { newMoment, type Run } from '../src/run/types';
import { BodyColors } from '../src/view/colors';
import { plainView, type ViewState } from '../src/view/renderer';
import { kLight } from '../src/view/theme';
import { makeCamera } from '../src/view/view';

/** All that a picture shows, of nothing but the bodies. */
export function viewOf(run: Run, time = 0, width = 800, height = 600): ViewState {
  const motion = new Motion(run);
  const moment = newMoment(run);
  motion.at(time, moment);
  const camera = makeCamera(run, motion);
  camera.resize(width, height);
  const colors = new BodyColors(run, motion, kLight);
  return plainView(run, moment, motion, camera, colors.packed, kLight);
}
