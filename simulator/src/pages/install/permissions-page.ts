import type { AppRegistration } from '../../apps/registration.ts';
import type { RepositoryRecord, UserRecord } from '../../world/records.ts';
import { escapeHtml, htmlPage, personForm } from '../html.ts';
import type { InstallTarget } from './standing.ts';

export interface RepositoryChoice {
  readonly repositories: readonly RepositoryRecord[];
  readonly selection: 'all' | 'selected';
  readonly chosenIds: ReadonlySet<number>;
  readonly isFaulty: boolean;
}

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
  const form = `${isOwner ? repositoryFields(choice) : ''}
<div class="actions">
<button class="main" name="decision" value="${isOwner ? 'install' : 'request'}">${isOwner ? 'Install' : 'Request'}</button>
<a class="card" href="${escapeHtml(page.backHref)}">Cancel</a>
</div>`;
  return htmlPage(
    title,
    `<p>You are ${escapeHtml(user.login)}. ${isOwner ? 'The App gets:' : 'Its owners decide. The App would get:'}</p>
${permissionList(app.permissions)}
${personForm(user.login, form)}`,
  );
}

export function permissionList(permissions: AppRegistration['permissions']): string {
  const labels = { read: 'read access', write: 'read and write access', admin: 'admin access' } as const;
  const items = Object.entries(permissions).map(
    ([area, level]) => `<li>${labels[level]} to ${escapeHtml(area.replaceAll('_', ' '))}</li>`,
  );
  return `<ul class="granted">\n${items.join('\n')}\n</ul>`;
}

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

export function readChoice(
  form: ReadonlyMap<string, unknown>,
  repositories: readonly RepositoryRecord[],
): 'all' | readonly RepositoryRecord[] | null {
  const selection = form.get('selection');
  if (selection === 'all') return 'all';
  if (selection !== 'selected') return null;
  const requestedIds = new Set([form.get('repository_ids[]') ?? []].flat().map(Number));
  const chosen = repositories.filter(({ id }) => requestedIds.has(id));
  return chosen.length > 0 && chosen.length === requestedIds.size ? chosen : null;
}
