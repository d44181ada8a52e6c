import type { RegistrationDraft } from '../../apps/registering.ts';
import type { UserRecord } from '../../world/records.ts';
import { escapeHtml, htmlPage, personForm } from '../html.ts';
import { permissionList } from '../install/permissions-page.ts';

export function registerPage(page: {
  readonly draft: RegistrationDraft;
  readonly user: UserRecord;
  readonly name: string;
  readonly problem: string | null;
}): string {
  const { draft, user, name, problem } = page;
  const { manifest } = draft;
  const owner = draft.organization ?? user.login;
  const fault = problem === null ? '' : `<p class="message" role="alert">${escapeHtml(problem)}</p>\n`;
  const events = manifest.events.map((event) => `<li>${escapeHtml(event)}</li>`).join('\n');
  const form = `${fault}<label>GitHub App name <input type="text" class="text" name="name" value="${escapeHtml(name)}" required></label>
<button class="main">Create GitHub App for ${escapeHtml(owner)}</button>`;
  return htmlPage(
    `Create GitHub App for ${owner}`,
    `<p>You are ${escapeHtml(user.login)}. The App asks for:</p>
${permissionList(manifest.permissions)}
${events === '' ? '' : `<p>It is told of these events:</p>\n<ul class="granted">\n${events}\n</ul>`}
${personForm(user.login, form)}`,
  );
}

export const faultyManifestPage = (problems: readonly string[]) => ({
  status: 422,
  html: htmlPage(
    'Invalid GitHub App configuration',
    `<p>The configuration does not appear to be a valid GitHub App manifest.</p>
<ul>
${problems.map((problem) => `<li class="message" role="alert">Error ${escapeHtml(problem)}</li>`).join('\n')}
</ul>`,
  ),
});
