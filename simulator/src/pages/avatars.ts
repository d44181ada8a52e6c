import type { FastifyInstance } from 'fastify';

/** Generated pictures: two shapes in a colour that follows from the account ID. */
export function avatarRoutes(server: FastifyInstance): void {
  server.get<{ Params: { id: string } }>('/avatars/:id', async (request, reply) => {
    const number = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0;
    return reply
      .type('image/svg+xml')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(avatar(number));
  });
}

function avatar(number: number): string {
  const hue = (number * 47) % 360;
  const [x, y] = [8 + ((number * 7) % 16), 8 + ((number * 13) % 16)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="80" height="80"><rect width="40" height="40" fill="hsl(${hue} 55% 45%)"/><circle cx="${x}" cy="${y}" r="12" fill="hsl(${(hue + 40) % 360} 70% 70%)"/><rect x="${40 - x}" y="${38 - y}" width="11" height="11" fill="hsl(${hue} 60% 88%)" transform="rotate(${number % 90} 20 20)"/></svg>`;
}
