import { endpoint } from '../endpoint.ts';
import { JobAnswer } from '../jobs/job.ts';
import { ACCESS_EXPORT_FILES_MAX, ACCESS_EXPORT_MAX_BYTES } from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { size } from '../quantities.ts';

export const START_ACCESS_EXPORT = endpoint({
  id: 'startAccessExport',
  method: 'POST',
  path: '/api/organizations/{login}/access-exports',
  chapter: 'Jobs',
  summary: 'Export who has access to repositories',
  description: `
    For current owners of the organization. While an export of the organization is unfinished, it is returned. Files are kept
    for 24 hours after the end; the oldest are removed sooner if an organization's files exceed
    ${size(ACCESS_EXPORT_FILES_MAX * ACCESS_EXPORT_MAX_BYTES)}. Checks, in this order: session, cross-site, organization, rights.
  `,
  session: 'needed',
  params: OrganizationParams,
  entries: ['job.started'],
  answers: { 202: { description: 'The job.', json: JobAnswer } },
});
