// The bundled scenes, as they stand in scenes/.
const files = import.meta.glob('../../../../scenes/*.toml', { query: '?raw', import: 'default', eager: true });

export interface Bundled {
  name: string;
  text: string;
}

export const kScenes: readonly Bundled[] = Object.entries(files).map(([path, text]) => ({
  name: /([^/]+)\.toml$/.exec(path)?.[1] ?? path,
  text: text as string,
}));

/** Shown first: two that one can make meet, or miss. */
export const kFirst: Bundled = {
  name: 'two balls',
  text: `# Two balls in a box. Drag one of them, the tip of its arrow, or its rim, and
# see where and when the two will first touch, and what comes then.
format = 1
dimension = 2

[space]
min = [0.0, 0.0]
max = [16.0, 9.0]
sides = "wall"

[physics]
restitution = 1.0

[run]
collisions = 100000

[[ball]]
name = "blue"
position = [3.0, 3.2]
velocity = [3.0, 1.0]
radius = 0.8
mass = 1.0
color = "#1f5fb4"

[[ball]]
name = "orange"
position = [11.0, 5.0]
velocity = [-1.0, 0.25]
radius = 1.2
mass = 2.0
color = "#ee7623"
`,
};
