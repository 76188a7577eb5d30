/** The stage's colours, 0xRRGGBB. */
export interface StageTheme {
  dark: boolean;
  /** Around the space, and behind it where it is open. */
  paper: number;
  space: number;
  /** The three far faces of a box in 3D, across x, y and z. */
  faces: readonly [number, number, number];
  /** What outlines mix with. */
  ink: number;
  quiet: number;
  frame: number;
  solid: number;
  /** Bodies without a colour of their own, where there are many. */
  crowd: number;
  accent: number;
  glow: number;
  /** Of forces at contacts. */
  force: number;
}

export const kLight: StageTheme = {
  dark: false,
  paper: 0xf6f5f1,
  space: 0xffffff,
  faces: [0xeef1f4, 0xf4f6f8, 0xe9edf1],
  ink: 0x1f2933,
  quiet: 0x5b6670,
  frame: 0x3e4c59,
  solid: 0xa9b2bc,
  crowd: 0xb4c4d6,
  accent: 0xb3420a,
  glow: 0xe69f00,
  force: 0xb3123f,
};

export const kDark: StageTheme = {
  dark: true,
  paper: 0x101418,
  space: 0x171d23,
  faces: [0x1a2027, 0x1d242c, 0x161b21],
  ink: 0xf0f4f8,
  quiet: 0xa3b0bd,
  frame: 0x8896a5,
  solid: 0x55616e,
  crowd: 0x6b8199,
  accent: 0xffb454,
  glow: 0xffd479,
  force: 0xff5c8a,
};
