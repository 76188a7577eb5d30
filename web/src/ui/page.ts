import { ComparePanel } from '../compare/compare_panel';
import { Motion } from '../run/motion';
import type { Run } from '../run/types';
import { ComingPanel } from './collisions/coming';
import { CollisionTable } from './collisions/table';
import { readAddress, writeAddress } from './address';
import { BodyPanel } from './body_panel';
import { ContactsPanel } from './contacts_panel';
import { atMostEvery, byId, make } from './dom';
import { Keyboard } from './keyboard';
import { Options, showKinds, showLegend } from './options';
import { linkToPlayground } from './playground_link';
import { PlotsPanel } from './plots_panel';
import { copy } from './share';
import { StageView } from './stage_view';
import { summaryRows } from './summary_table';
import { exposeForTests } from './testing';
import type { Theme } from './theme';
import { Timeline } from './timeline';
import { Transport } from './transport';
import { Viewer } from './viewer';
import { factsText, impactText, outcomeOf } from './words';

/** Milliseconds that nothing may happen before the address and the stage's text follow. */
const kCalm = 300;

/** Fills the page with a run and starts to play it, unless that is not wanted. */
export function openPage(run: Run, theme: Theme): void {
  showHeading(run);
  showTexts(run);
  byId('opening', HTMLElement).hidden = true;
  byId('report', HTMLElement).hidden = false;
  byId('help', HTMLElement).hidden = false;
  byId('body-card', HTMLElement).hidden = run.bodies.count === 0;

  const viewer = new Viewer(run, new Motion(run));
  const address = readAddress(location.hash);
  const options = new Options(() => {
    stage.restyle(theme.dark);
    showLegend(stage.legend);
    viewer.chosen();
  });
  const stage = new StageView(viewer, options, theme.dark);
  options.choose(address.color ?? 'own');
  showKinds(run);
  const timeline = new Timeline(viewer);
  new Transport(viewer);
  new ComingPanel(viewer);
  new BodyPanel(viewer);
  new ContactsPanel(viewer);
  // After the first picture, which it would keep waiting.
  requestAnimationFrame(() => setTimeout(() => new CollisionTable(viewer)));
  const plots = new PlotsPanel(viewer);
  const compare = new ComparePanel(viewer, stage);
  new Keyboard(viewer, () => stage.fit());
  theme.onChange(() => {
    stage.restyle(theme.dark);
    showLegend(stage.legend);
    timeline.repaint();
    plots.setTheme();
    compare.setTheme();
    viewer.repaint();
  });
  keepAddress(viewer, options);
  describeStage(viewer);
  exposeForTests(viewer, stage);

  if (address.body !== undefined) viewer.select(run.bodies.id.indexOf(address.body));
  if (address.time !== undefined) viewer.seek(viewer.labels.timeFrom(address.time));
  else if (!document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches) viewer.clock.play();
  viewer.chosen();
}

function showHeading(run: Run): void {
  const name = String(run.summary.scene ?? 'A run of firsthit');
  document.title = `${name} · firsthit`;
  byId('scene-name', HTMLElement).textContent = name;
  const outcome = outcomeOf(run);
  const badge = byId('outcome', HTMLElement);
  badge.textContent = outcome.text;
  badge.dataset.kind = outcome.good ? 'good' : 'warn';
  badge.hidden = false;
  byId('facts', HTMLElement).textContent = factsText(run);
}

function showTexts(run: Run): void {
  const { summary, leftOut, sceneText } = run;
  const message = byId('message', HTMLElement);
  if (typeof summary.message === 'string') message.textContent = summary.message;
  message.hidden = message.textContent === '';
  byId('left-out', HTMLElement).append(...leftOut.map((each) => make('li', '', each)));
  byId('notes', HTMLElement).hidden = message.hidden && leftOut.length === 0;

  byId('summary', HTMLTableElement).tBodies[0].append(...summaryRows(run));
  byId('scene', HTMLElement).textContent = sceneText || 'The scene was not kept.';
  const copySummary = byId('copy-summary', HTMLButtonElement);
  copySummary.addEventListener('click', () => void copy(JSON.stringify(summary, null, 2), copySummary));
  const copyScene = byId('copy-scene', HTMLButtonElement);
  copyScene.addEventListener('click', () => void copy(sceneText, copyScene));
  copyScene.hidden = sceneText === '';
  void linkToPlayground(String(summary.scene ?? 'scene'), sceneText);
}

/** The address says what is looked at, while nothing plays; and a change of it is followed. */
function keepAddress(viewer: Viewer, options: Options): void {
  const { clock, labels, run } = viewer;
  const write = atMostEvery(kCalm, () => {
    if (clock.playing) return;
    const address = {
      time: labels.time(clock.time),
      ...(options.color === 'own' ? {} : { color: options.color }),
      ...(viewer.selected < 0 ? {} : { body: run.bodies.id[viewer.selected] }),
    };
    history.replaceState(null, '', writeAddress(address));
  });
  viewer.onChoice(write);
  addEventListener('hashchange', () => {
    const { time, color, body } = readAddress(location.hash);
    options.choose(color ?? 'own');
    viewer.select(body === undefined ? -1 : run.bodies.id.indexOf(body));
    if (time === undefined) return;
    clock.pause();
    viewer.seek(labels.timeFrom(time));
  });
}

/** What the stage shows, for those who do not see it: told when it comes to rest. */
function describeStage(viewer: Viewer): void {
  const text = byId('stage-text', HTMLElement);
  viewer.onChoice(
    atMostEvery(kCalm, () => {
      const { clock, labels } = viewer;
      const state = clock.playing ? 'Playing' : `Time ${labels.timeText(clock.time)}`;
      text.textContent = `${state}. ${impactText(viewer)}.`;
    }),
  );
}
