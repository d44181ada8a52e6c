import type { AppRegistration } from '../../apps/registration.ts';
import type { InstallationRecord, UserRecord } from '../../world/records.ts';
import { escapeHtml, htmlPage, personForm } from '../html.ts';
import { permissionList, type RepositoryChoice, repositoryFields } from './permissions-page.ts';
import type { InstallTarget } from './standing.ts';

const DONE = {
  saved: 'Saved.',
  suspended: 'Suspended: the App has no access for now.',
  unsuspended: 'The App has its access back.',
  accepted: 'The App has what it asks for.',
  uninstalled: 'Uninstalled.',
  dismissed: 'The request is dismissed.',
} as const;

export type SettingsDone = keyof typeof DONE;

export function settingsPage(page: {
  readonly app: AppRegistration;
  readonly target: InstallTarget;
  readonly installation: InstallationRecord;
  readonly user: UserRecord;
  readonly choice: RepositoryChoice;
  readonly done: string | null;
}): string {
  const { app, target, installation, user, choice, done } = page;
  const title = `${app.name} on ${target.login}`;
  const isSuspended = installation.suspendedAt !== null;
  const form = (content: string) => personForm(user.login, content);
  const button = (decision: string, text: string, className = '') =>
    `<button class="${className}" name="decision" value="${decision}">${text}</button>`;
  const asksForMore = installation.permissions !== null;
  return htmlPage(
    title,
    `${doneMessage(done)}<p>You are ${escapeHtml(user.login)}. Installed ${escapeHtml(installation.createdAt.slice(0, 10))}${isSuspended ? ', <strong>suspended</strong>' : ''}.</p>
<h2>Permissions</h2>
${permissionList(installation.permissions ?? app.permissions)}
${asksForMore ? form(`<p>The App asks for other permissions:</p>\n${permissionList(app.permissions)}\n${button('accept', 'Accept new permissions', 'main')}`) : ''}
<h2>Repository access</h2>
${form(`${repositoryFields(choice)}\n${button('save', 'Save', 'main')}`)}
<h2>Danger zone</h2>
${form(`<div class="actions">\n${isSuspended ? button('unsuspend', 'Unsuspend') : button('suspend', 'Suspend', 'danger')}\n${button('uninstall', 'Uninstall', 'danger')}\n</div>`)}`,
  );
}

export function settingsListPage(page: {
  readonly app: AppRegistration;
  readonly target: InstallTarget;
  readonly user: UserRecord;
  readonly requests: readonly { readonly id: number; readonly requester: string }[];
  readonly href: string;
  readonly done: string | null;
}): string {
  const { app, target, user, requests, href, done } = page;
  const title = `Apps on ${target.login}`;
  const forms = requests.map(({ id, requester }) =>
    personForm(
      user.login,
      `<p>${escapeHtml(requester)} asks for ${escapeHtml(app.name)}.</p>
<button name="dismiss" value="${id}">Dismiss the request of ${escapeHtml(requester)}</button>`,
    ),
  );
  return htmlPage(
    title,
    `${doneMessage(done)}${forms.join('\n')}
<p><a href="${escapeHtml(href)}">${target.installation ? 'Configure' : 'Install'} ${escapeHtml(app.name)}</a></p>`,
  );
}

function doneMessage(done: string | null): string {
  const message = Object.entries(DONE).find(([name]) => name === done);
  return message === undefined ? '' : `<p class="message" role="status">${message[1]}</p>\n`;
}
