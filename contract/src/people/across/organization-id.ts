import { Type } from 'typebox';

export const OrganizationId = Type.Integer({ minimum: 1, description: 'ID of the organization.' });
