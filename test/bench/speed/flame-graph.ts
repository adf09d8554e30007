import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A profile as V8 writes it (`Profiler.stop` of its inspector protocol): which call was running at each sample. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** Whose code it is. */
type Owner = 'ours' | 'library' | 'node' | 'engine';

interface Frame {
  readonly name: string;
  readonly owner: Owner;
  us: number;
  readonly calls: Map<string, Frame>;
}

const COLOURS: Readonly<Record<Owner, string>> = {
  ours: '#e8590c',
  library: '#fab005',
  node: '#74b816',
  engine: '#868e96',
};
const OWNERS: Readonly<Record<Owner, string>> = {
  ours: 'src',
  library: 'libraries',
  node: 'Node.js',
  engine: 'V8',
};
const [WIDTH, ROW, HEAD] = [1_200, 16, 44];
/** Of the whole: what takes less is not drawn. */
const LEAST = 0.003;
/** Of a letter, about. */
const LETTER = 6.2;
const IDLE = '(idle)';
/** What takes the profile is no part of it. */
const PROFILER = 'profiler.cjs';

/** Draws who called whom, as wide as the time that it took: what waits is left out. */
export function flameGraph(title: string, profile: Profile): string {
  const root = framesOf(profile);
  const shapes: string[] = [];
  const depth = draw(root, 0, 0, WIDTH / root.us, shapes);
  const height = HEAD + (depth + 1) * ROW;
  const legend = (Object.keys(COLOURS) as Owner[]).map(
    (owner, index) =>
      `<rect x="${4 + 100 * index}" y="24" width="10" height="10" fill="${COLOURS[owner]}"/>` +
      `<text x="${18 + 100 * index}" y="33">${OWNERS[owner]}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="4" y="14" font-size="13">${escaped(title)}</text>`,
    ...legend,
    ...shapes,
    '</svg>\n',
  ].join('\n');
}

/** The calls of all samples, one below the other; recursion is one frame. */
function framesOf({ nodes, samples, timeDeltas }: Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const modules = new Modules();
  const root: Frame = { name: 'all', owner: 'engine', us: 0, calls: new Map() };
  samples.forEach((id, index) => {
    const us = timeDeltas[index] ?? 0;
    if (us <= 0 || byId.get(id)?.callFrame.functionName === IDLE) return;
    const path: ProfileNode[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) path.unshift(byId.get(at)!);
    if (path.some(({ callFrame }) => callFrame.url.endsWith(PROFILER))) return;
    root.us += us;
    let frame = root;
    for (const { callFrame } of path.slice(1)) {
      const { name, owner } = modules.describe(callFrame);
      if (name === frame.name) continue;
      let next = frame.calls.get(name);
      if (next === undefined) frame.calls.set(name, (next = { name, owner, us: 0, calls: new Map() }));
      next.us += us;
      frame = next;
    }
  });
  return root;
}

/** @returns how many rows lie below this one */
function draw(frame: Frame, row: number, x: number, scale: number, shapes: string[]): number {
  let [at, depth] = [x, row];
  for (const call of [...frame.calls.values()].sort((left, right) => right.us - left.us)) {
    const width = call.us * scale;
    if (width < LEAST * WIDTH) continue;
    const y = HEAD + row * ROW;
    const share = ((100 * width) / WIDTH).toFixed(1);
    const label = call.name.slice(0, Math.max(0, Math.floor(width / LETTER) - 1));
    shapes.push(
      `<g><title>${escaped(call.name)}: ${share} %</title><rect x="${at.toFixed(1)}" y="${y}" ` +
        `width="${Math.max(width - 0.5, 0.5).toFixed(1)}" height="${ROW - 1}" fill="${COLOURS[call.owner]}"/>` +
        (label.length > 2 ? `<text x="${(at + 3).toFixed(1)}" y="${y + 11}">${escaped(label)}</text>` : '') +
        '</g>',
    );
    depth = Math.max(depth, draw(call, row + 1, at, scale, shapes));
    at += width;
  }
  return depth;
}

/** The processes run from few large files: comments in these say which module a line is of. */
class Modules {
  private readonly files = new Map<string, readonly { readonly line: number; readonly path: string }[]>();

  describe({ functionName, url, lineNumber }: ProfileNode['callFrame']): { name: string; owner: Owner } {
    const called = functionName || 'anonymous';
    if (url === '') return { name: called, owner: 'engine' };
    if (url.startsWith('node:')) return { name: called, owner: 'node' };
    const path = this.pathOf(url, lineNumber);
    const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    if (library !== undefined) return { name: `${called} (${library})`, owner: 'library' };
    return { name: `${called} (${path.replace(/^(?:.*\/)?dist\/src\/|\.js$/g, '')})`, owner: 'ours' };
  }

  private pathOf(url: string, line: number): string {
    let marks = this.files.get(url);
    if (marks === undefined) {
      const lines = url.startsWith('file:') ? linesOf(fileURLToPath(url)) : linesOf(url);
      marks = lines.flatMap((text, index) => {
        const path = /^\/\/ ((?:dist\/src|node_modules)\/\S+)$/.exec(text)?.[1];
        return path === undefined ? [] : [{ line: index, path }];
      });
      this.files.set(url, marks);
    }
    return marks.findLast((mark) => mark.line <= line)?.path ?? basename(url);
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // Code that was made while the process ran has no file.
    return [];
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
