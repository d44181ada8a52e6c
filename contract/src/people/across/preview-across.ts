import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { ORGANIZATIONS_PREVIEWED_MAX } from '../../limits.ts';
import type { Shape } from '../../shape.ts';
import { PreviewPeopleAnswer, PreviewPeopleRequest } from '../change-people.ts';
import { ListEnd } from '../people.ts';
import { OrganizationFinishedLine, UnreadReason } from './list-across.ts';
import { OrganizationId } from './organization-id.ts';

export const PreviewAcrossRequest = Type.Object({
  ...PreviewPeopleRequest.properties,
  organizations: Type.Array(OrganizationId, {
    minItems: 1,
    maxItems: ORGANIZATIONS_PREVIEWED_MAX,
    description: 'IDs, each once.',
  }),
});
export type PreviewAcrossRequest = Shape<typeof PreviewAcrossRequest>;

export const OrganizationPreviewLine = Type.Object({
  kind: Type.Literal('preview'),
  organization: OrganizationId,
  login: Type.String({ description: 'Login of the organization now.' }),
  preview: PreviewPeopleAnswer,
});
export type OrganizationPreviewLine = Shape<typeof OrganizationPreviewLine>;

const { failure } = OrganizationFinishedLine.properties;

export const NoPreviewReason = Type.Union([
  ...UnreadReason.anyOf,
  Type.Literal('no-team', { description: 'The organization has no team with this slug.' }),
]);
export type NoPreviewReason = Shape<typeof NoPreviewReason>;

/** Nothing of the organization was previewed. */
export const NoPreviewLine = Type.Object({
  kind: Type.Literal('finished'),
  organization: OrganizationId,
  isComplete: Type.Literal(false),
  failure: Type.Object({ ...failure.anyOf[0].properties, reason: NoPreviewReason }),
});
export type NoPreviewLine = Shape<typeof NoPreviewLine>;

export const PreviewAcrossLine = Type.Union([OrganizationPreviewLine, NoPreviewLine, ListEnd]);
export type PreviewAcrossLine = Shape<typeof PreviewAcrossLine>;

export const PREVIEW_PEOPLE_ACROSS = endpoint({
  id: 'previewPeopleAcross',
  method: 'POST',
  path: '/api/people/preview',
  chapter: 'People',
  summary: 'Preview a change of people in several organizations',
  description: `
    NDJSON: one line PreviewAcrossLine for each organization, sent when it is ready, with its own preview or the reason why
    there is none. A few organizations are read at a time, each only while the caller is an owner of it. Changes nothing. After
    a rate limit of the code host, the rest is not read.
  `,
  session: 'needed',
  body: PreviewAcrossRequest,
  streams: 'list',
  answers: { 200: { description: 'The previews, streamed.', lines: PreviewAcrossLine } },
});
