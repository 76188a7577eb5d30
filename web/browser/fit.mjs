// Which map from the run's space to the picture the found places speak of, by least squares: so a test needs
// no word of the viewer's about its own camera.

/** The solution of a small system of linear equations, by elimination with pivots. */
function solve(matrix, right) {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < n; ++k) {
    let pivot = k;
    for (let i = k + 1; i < n; ++i) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    if (Math.abs(rows[k][k]) < 1e-300)
      throw new Error('the places found do not fix a map: they lie in a line or plane');
    for (let i = k + 1; i < n; ++i) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Array(n).fill(0);
  for (let i = n - 1; i >= 0; --i) {
    x[i] = rows[i][n];
    for (let j = i + 1; j < n; ++j) x[i] -= rows[i][j] * x[j];
    x[i] /= rows[i][i];
  }
  return x;
}

function leastSquares(rows, values) {
  const n = rows[0].length;
  const matrix = Array.from({ length: n }, () => new Array(n).fill(0));
  const right = new Array(n).fill(0);
  rows.forEach((row, k) => {
    for (let i = 0; i < n; ++i) {
      right[i] += row[i] * values[k];
      for (let j = 0; j < n; ++j) matrix[i][j] += row[i] * row[j];
    }
  });
  return solve(matrix, right);
}

/** The map pixel = (x0 + s x, y0 - s y) of a plane seen from above. pairs: { world: [x, y], pixel: [x, y] }.
 *  Returns { scale [pixels per length], map: world -> pixel, worst: the largest miss in pixels }. */
export function fitPlane(pairs) {
  const rows = [];
  const values = [];
  for (const { world, pixel } of pairs) {
    rows.push([1, 0, world[0]], [0, 1, -world[1]]);
    values.push(pixel[0], pixel[1]);
  }
  const [x0, y0, scale] = leastSquares(rows, values);
  const map = ([x, y]) => [x0 + scale * x, y0 - scale * y];
  return { scale, map, worst: worst(pairs, map) };
}

/** The map of a camera that looks along parallel lines: every pixel coordinate is linear in the place. The
 *  same, and  `skew`: how far the two axes of the picture are from being of one length and at right angles
 *  (0: a true camera). */
export function fitParallel(pairs) {
  const rows = pairs.map(({ world }) => [1, ...world]);
  const across = leastSquares(
    rows,
    pairs.map(({ pixel }) => pixel[0]),
  );
  const down = leastSquares(
    rows,
    pairs.map(({ pixel }) => pixel[1]),
  );
  const dot = (a, b) => a.slice(1).reduce((sum, value, i) => sum + value * b[i + 1], 0);
  const scale = Math.sqrt((dot(across, across) + dot(down, down)) / 2);
  const skew =
    Math.max(Math.abs(dot(across, across) - dot(down, down)), Math.abs(dot(across, down))) / scale ** 2;
  const at = (row, world) => row[0] + world.reduce((sum, value, i) => sum + value * row[i + 1], 0);
  const map = (world) => [at(across, world), at(down, world)];
  return { scale, skew, map, worst: worst(pairs, map) };
}

/** The circle that most of these points lie on, to a pixel: { x, y, radius, share: of the points that do
 *  }. It is sought  from a guess by Newton's method, with ever fewer points that are off; `radius`: given
 *  if it is known. */
export function fitCircle(points, guess, radius = null) {
  let circle = { ...guess, radius: radius ?? guess.radius };
  let near = points;
  for (const reach of [Infinity, 0.3, 0.2, 0.1, 0.05, 0, 0, 0]) {
    const off = (point) => distance(point, [circle.x, circle.y]) - circle.radius;
    near = points.filter((point) => Math.abs(off(point)) <= Math.max(1, reach * circle.radius));
    if (near.length < 8) return { ...circle, share: 0 };
    const rows = near.map((point) => {
      const far = distance(point, [circle.x, circle.y]) || 1;
      const away = [(circle.x - point[0]) / far, (circle.y - point[1]) / far];
      return radius === null ? [...away, -1] : away;
    });
    const [dx, dy, dr = 0] = leastSquares(
      rows,
      near.map((point) => -off(point)),
    );
    circle = { x: circle.x + dx, y: circle.y + dy, radius: circle.radius + dr };
  }
  return { ...circle, share: near.length / points.length };
}

function worst(pairs, map) {
  return Math.max(...pairs.map(({ world, pixel }) => distance(map(world), pixel)));
}

export function distance(a, b) {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0));
}
