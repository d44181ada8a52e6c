import type { BrowserContext, Response } from 'playwright-core';
import type { DocumentedAnswers } from '../../../../server/test/support/answers/documented-answers.ts';

/**
 * Records everything that should not happen in a browser, one message each: console errors, failed and refused
 * requests, requests to other machines, answers that differ from the OpenAPI document, violations of the content
 * security policy.
 */
export async function watchProblems(
  context: BrowserContext,
  { faultsAt }: Pick<DocumentedAnswers, 'faultsAt'>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (thrown) => problems.push(`thrown: ${thrown.error().message}`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost' && hostname !== '127.0.0.1') {
      problems.push(`left this machine: ${request.url()}`);
    }
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // Cancelled by navigation or by the page.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} (${reason})`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
    void faultsOf(response, faultsAt).then((faults) => problems.push(...faults));
  });
  await context.exposeFunction('reportViolation', (what: string) => problems.push(`policy: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { readonly reportViolation: (what: string) => void };
      reportViolation(`${effectiveDirective} ${blockedURI} in ${sourceFile}`);
    });
  });
  return problems;
}

async function faultsOf(response: Response, faultsAt: DocumentedAnswers['faultsAt']): Promise<readonly string[]> {
  const contentType = response.headers()['content-type'] ?? null;
  if (contentType?.startsWith('application/json') !== true) return [];
  // A page that was left has no answers any more.
  const body = await response.text().catch(() => null);
  if (body === null) return [];
  const { pathname } = new URL(response.url());
  const answer = { status: response.status(), contentType, location: null, body };
  const faults = faultsAt(response.request().method(), pathname, answer);
  return faults.map((fault) => `${answer.status}: ${response.url()} ${fault}`);
}
