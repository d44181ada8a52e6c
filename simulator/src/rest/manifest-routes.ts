import { anyone } from '../api/callers.ts';
import { demand } from '../api/errors.ts';
import type { Parts } from '../parts.ts';
import type { Endpoints } from './endpoint.ts';

/** GitHub docs: Create a GitHub App from a manifest. */
export function manifestRoutes(endpoint: Endpoints, { app, registering, views }: Parts): void {
  endpoint('POST /app-manifests/:code/conversions', { by: anyone, status: 201 }, ({ params }) => {
    const { clientSecret, webhookSecret, pem } = demand(registering.convert(params.code));
    const { installations_count: _count, ...shown } = views.app();
    return { ...shown, client_id: app.clientId, client_secret: clientSecret, webhook_secret: webhookSecret, pem };
  });
}
