// Which spec files `npm test -- <file or name>` means, and what they need.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, fail } from './project.mjs';

/** The suites of jest.config.js and where their files are, in the order in which they are named to Jest. */
const PROJECTS = [
  ['unit', /^src\/.*\.spec\.ts$/],
  ['arch', /^test\/arch\/[^/]*\.spec\.ts$/],
  ['e2e', /^test\/(e2e|faults)\/.*\.e2e-spec\.ts$/],
  ['browser', /^test\/browser\/.*\.browser-spec\.ts$/],
  ['measured', /^test\/measured\/.*\.measured-spec\.ts$/],
];
/** These look at the built pages. */
const ON_PAGES = /^test\/(browser\/|e2e\/pages)/;

/** No test is called like this. */
const FILE_NAME = /\.[cm]?[jt]sx?$/;

/** Options of Jest by which tests of a file are left out. */
const BY_NAME = /^(-t|--testNamePattern)/;

/**
 * Reads what somebody typed: up to the first option each argument is a path (or part of one, or a pattern), or else the
 * name of a test (or part of one). Answers the arguments for Jest, the projects, whether tests are chosen by their names,
 * and whether the pages must be built.
 * @param among the projects whose files are meant; all of them unless some are named
 */
export function chooseSpecs(given, among = PROJECTS.map(([name]) => name)) {
  const projects = PROJECTS.filter(([name]) => among.includes(name));
  const firstOption = given.findIndex((argument) => argument.startsWith('-'));
  const words = firstOption === -1 ? given : given.slice(0, firstOption);
  const options = firstOption === -1 ? [] : given.slice(firstOption);
  const all = specFiles(projects);
  const isNamed = options.some((option) => BY_NAME.test(option));
  if (words.length === 0)
    return { args: options, projects: projects.map(([name]) => name), isNamed, pages: true };
  const paths = words.filter((word) => all.some((file) => isPathOf(word, file)));
  const names = words.filter((word) => !paths.includes(word));
  const missing = names.filter((word) => FILE_NAME.test(word));
  if (missing.length > 0) fail(`No spec is called ${missing.join(' or ')}.`);
  const inPaths = paths.length === 0 ? all : all.filter((file) => paths.some((word) => isPathOf(word, file)));
  const named = names.length === 0 ? inPaths : inPaths.filter((file) => isNamedIn(names, file));
  // A name that a table of cases makes is in no file: then every file is asked.
  const files = named.length > 0 ? named : inPaths;
  const pattern = names.length === 0 ? [] : [`--testNamePattern=${names.map(escaped).join('|')}`];
  return {
    args: [
      ...options,
      ...pattern,
      ...(names.length === 0 ? [patternOf(words)] : ['--runTestsByPath', ...files]),
    ],
    projects: projects.filter(([, where]) => files.some((file) => where.test(file))).map(([name]) => name),
    isNamed: isNamed || names.length > 0,
    pages: files.some((file) => ON_PAGES.test(file)),
  };
}

function patternOf(words) {
  return `--testPathPatterns=${words.map((word) => word.replace(/^\.\//, '')).join('|')}`;
}

function specFiles(projects) {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => projects.some(([, where]) => where.test(file))),
  );
}

function isPathOf(word, file) {
  const path = word.replace(/^\.\//, '');
  if (file.includes(path)) return true;
  try {
    return !/\s/.test(path) && new RegExp(path).test(file);
  } catch {
    return false;
  }
}

function isNamedIn(names, file) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return names.some((name) => text.includes(name));
}

function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
