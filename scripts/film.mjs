/**
 * `npm run film`: the film of the desk in the README, made anew from a running system with its demo week: an operator takes a
 * case, looks at its documents, rejects one, and asks for a correction. The week is moved on by that; play it on a fresh one.
 * Pictures become an animated WebP that holds each as long as it takes to read: Markdown shows no WebM, GIF is three times the size.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { findProgram } from './lib/find-program.mjs';
import { ROOT, fail, say } from './lib/project.mjs';

const SIZE = { width: 1200, height: 750 };
/** Pixels across in the README; what is smaller cannot be read. */
const SHOWN_WIDTH = 960;
const MAX_BYTES = 1_500_000;
const LANGUAGES = { 'docs/images/desk.webp': 'en', 'docs/images/desk.pt-BR.webp': 'pt-BR' };

const MESSAGES = { en: 'The photo is blurred.', 'pt-BR': 'A foto está borrada.' };

/** What is pressed, as the pages call it. */
function wordsOf(language) {
  const textsOf = (page) =>
    JSON.parse(readFileSync(join(ROOT, 'src/backoffice/web/src/i18n', language, `${page}.json`), 'utf8'));
  const { takeNext } = textsOf('queue');
  const { documents, decide, sendBack } = textsOf('case');
  const one = (text) => text.replace('{{count}}', '1');
  return {
    take: takeNext,
    approve: documents.approve,
    reject: documents.reject,
    ask: one(decide.sendBackMarked_one),
    send: one(sendBack.submit_one),
    message: MESSAGES[language],
  };
}

const dataDir = process.env.DATA_DIR || join(ROOT, '.data');
const demoFile = join(dataDir, 'demo.json');
if (!existsSync(demoFile)) fail(`There is no ${demoFile}. Start the system first: npm start`);
const demo = JSON.parse(readFileSync(demoFile, 'utf8'));

const executablePath = findProgram(
  process.env.CHROMIUM_PATH ?? 'chromium-headless-shell',
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
);
if (executablePath === null) fail('No Chromium was found; CHROMIUM_PATH says where one is.');

const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  for (const [file, language] of Object.entries(LANGUAGES)) {
    const frames = await play(language);
    const film = await develop(frames);
    if (film.length > MAX_BYTES) fail(`${file} would have ${film.length} bytes; ${MAX_BYTES} is the limit.`);
    writeFileSync(join(ROOT, file), film);
    say(`${file}: ${frames.length} pictures, ${Math.round(film.length / 1_000)} kB`);
  }
} finally {
  await browser.close();
}

/** Does the work once and takes a picture wherever somebody would look. */
async function play(language) {
  const words = wordsOf(language);
  const page = await browser.newPage({
    viewport: SIZE,
    locale: language,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const frames = [];
  const take = async (ms) => frames.push({ ms, png: await page.screenshot({ animations: 'disabled' }) });
  const button = (name, within = page) => within.getByRole('button', { name, exact: true });
  const press = async (target) => {
    await point(page, target);
    await take(700);
    await target.click();
    await page.evaluate(() => globalThis.document.querySelector('#film-pointer')?.remove());
  };

  await page.goto(`${new URL(demo.backoffice_url).origin}/backoffice/queue`);
  await page.locator('input[type=email]').fill(demo.operator.email);
  await page.locator('input[autocomplete=current-password]').fill(demo.operator.password);
  await page.locator('button[type=submit]').click();
  await page.locator('[data-row-link]').first().waitFor();
  await take(1_800);
  await press(button(words.take));
  await page.waitForURL(/\/cases\//);
  await settled(page);
  await take(2_200);
  await press(button(words.approve));
  await page.locator('.mantine-Notification-root').first().waitFor();
  await settled(page);
  await take(2_000);
  await press(button(words.reject));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').waitFor();
  await take(900);
  await dialog.getByRole('combobox').selectOption('unreadable');
  await dialog.getByRole('textbox').fill(words.message);
  await take(1_400);
  await press(button(words.reject, dialog));
  await dialog.waitFor({ state: 'detached' });
  await settled(page);
  await take(2_000);
  await press(button(words.ask));
  await dialog.waitFor();
  await take(2_200);
  await press(button(words.send, dialog));
  await dialog.waitFor({ state: 'detached' });
  await settled(page);
  await take(2_800);
  await page.context().close();
  return frames;
}

/** Nothing is still to come, and the file that is looked at is drawn. */
async function settled(page) {
  await page
    .locator('#main [aria-busy=true], #main .mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached' });
  await page.locator('.react-pdf__Page__canvas, section img').first().waitFor({ timeout: 10_000 });
  await page.waitForLoadState('networkidle');
}

/** A pointer where the next press goes: a film without one is hard to follow. */
async function point(page, target) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to press.');
  await page.evaluate(
    ([x, y]) => {
      const { document: page } = globalThis;
      const pointer = page.querySelector('#film-pointer') ?? page.createElement('div');
      pointer.id = 'film-pointer';
      Object.assign(pointer.style, {
        position: 'fixed',
        left: `${x - 13}px`,
        top: `${y - 13}px`,
        width: '26px',
        height: '26px',
        borderRadius: '50%',
        border: '3px solid #e8590c',
        background: 'rgba(232, 89, 12, 0.25)',
        zIndex: '9999',
        pointerEvents: 'none',
      });
      page.body.append(pointer);
    },
    [box.x + box.width / 2, box.y + box.height / 2],
  );
}

/** One animated picture of all. */
async function develop(frames) {
  const pictures = await Promise.all(
    frames.map(({ png }) => sharp(png).resize({ width: SHOWN_WIDTH }).png().toBuffer()),
  );
  return sharp(pictures, { join: { animated: true } })
    .webp({ loop: 0, delay: frames.map(({ ms }) => ms), quality: 80, effort: 6 })
    .toBuffer();
}
