import type { AppRegistration } from '../../apps/registration.ts';
import type { RepositoryRecord, UserRecord } from '../../world/records.ts';
import { escapeHtml, htmlPage } from '../html.ts';
import type { InstallTarget } from './standing.ts';

/** A line of a list that leads somewhere. */
export interface PageLink {
  readonly href: string;
  readonly accountId: number;
  readonly title: string;
  readonly note: string;
}

/** Which repositories a form offers and which are ticked. */
export interface RepositoryChoice {
  readonly repositories: readonly RepositoryRecord[];
  readonly selection: 'all' | 'selected';
  readonly chosenIds: ReadonlySet<number>;
  /** Shown as a fault of the last attempt. */
  readonly isFaulty: boolean;
}

/** A page with a question and the answers as links. */
export function choicePage(title: string, text: string, links: readonly PageLink[]): string {
  return htmlPage(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<ul>
${links.map(linkItem).join('\n')}
</ul>`,
  );
}

/** A page that only says something, with a way on. */
export function messagePage(title: string, text: string, link?: { readonly href: string; readonly text: string }) {
  const way = link === undefined ? '' : `\n<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`;
  return htmlPage(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>${way}`);
}

/** The page on which an owner installs the App, or a member asks for it. It posts to its own address. */
export function permissionsPage(page: {
  readonly app: AppRegistration;
  readonly target: InstallTarget;
  readonly user: UserRecord;
  readonly choice: RepositoryChoice;
  readonly backHref: string;
}): string {
  const { app, target, user, choice } = page;
  const isOwner = target.standing === 'owner';
  const title = isOwner ? `Install ${app.name} on ${target.login}` : `Ask for ${app.name} on ${target.login}`;
  return htmlPage(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>You are ${escapeHtml(user.login)}. ${isOwner ? 'The App gets:' : 'Its owners decide. The App would get:'}</p>
${grantedList(app.permissions)}
<form method="post">
<input type="hidden" name="login" value="${escapeHtml(user.login)}">
${isOwner ? repositoryFields(choice) : ''}
<div class="actions">
<button class="main" name="decision" value="${isOwner ? 'install' : 'request'}">${isOwner ? 'Install' : 'Request'}</button>
<a class="card" href="${escapeHtml(page.backHref)}">Cancel</a>
</div>
</form>`,
  );
}

/** What is granted, area by area. */
export function grantedList(permissions: AppRegistration['permissions']): string {
  const words = { read: 'read access', write: 'read and write access', admin: 'admin access' } as const;
  const items = Object.entries(permissions).map(
    ([area, level]) => `<li>${words[level]} to ${escapeHtml(area.replaceAll('_', ' '))}</li>`,
  );
  return `<ul class="granted">\n${items.join('\n')}\n</ul>`;
}

/** The choice of repositories, as part of a form. */
export function repositoryFields({ repositories, selection, chosenIds, isFaulty }: RepositoryChoice): string {
  const radio = (value: RepositoryChoice['selection'], text: string) =>
    `<label><input type="radio" name="selection" value="${value}"${value === selection ? ' checked' : ''}> ${text}</label>`;
  const boxes = repositories.map(({ id, name, isPrivate }) => {
    const checked = chosenIds.has(id) ? ' checked' : '';
    const note = isPrivate ? ' <small>private</small>' : '';
    return `<li><label><input type="checkbox" name="repository_ids[]" value="${id}"${checked}> ${escapeHtml(name)}${note}</label></li>`;
  });
  const fault = isFaulty ? '<p class="message" role="alert">Choose at least one repository, or all of them.</p>\n' : '';
  return `<fieldset>
<legend>Repositories</legend>
${fault}${radio('all', 'All repositories, later ones too')}
${radio('selected', 'Only select repositories')}
<ul class="choices">
${boxes.join('\n')}
</ul>
</fieldset>`;
}

function linkItem({ href, accountId, title, note }: PageLink): string {
  return `<li><a class="card person" href="${escapeHtml(href)}">
<img src="/avatars/${accountId}" alt="" width="40" height="40"><strong>${escapeHtml(title)}</strong><small>${escapeHtml(note)}</small>
</a></li>`;
}
