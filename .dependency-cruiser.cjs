/**
 * The layers of ARCHITECTURE.md, executed. A type import counts as an import, otherwise cycles return
 * through types.
 */
const layers = [
  { name: 'domain', path: '^server/src/domain/', below: [] },
  { name: 'ports', path: '^server/src/ports/', below: ['domain'] },
  { name: 'refusals', path: '^server/src/shared/refusals[.]ts$', below: ['domain', 'ports'] },
  { name: 'security', path: '^server/src/security/', below: ['domain', 'ports'] },
  { name: 'concurrency', path: '^server/src/shared/concurrency/', below: ['domain', 'ports'] },
  { name: 'sessions', path: '^server/src/shared/sessions/', below: ['domain', 'ports', 'security', 'concurrency'] },
  { name: 'watching', path: '^server/src/shared/watching/', below: ['domain', 'ports', 'security', 'sessions'] },
  { name: 'due-work', path: '^server/src/shared/due-work/', below: ['domain', 'ports', 'security'] },
  { name: 'cleanup', path: '^server/src/shared/cleanup/', below: ['domain', 'ports', 'security', 'due-work'] },
  { name: 'audit-trail', path: '^server/src/shared/audit-trail/', below: ['domain', 'ports', 'security', 'due-work'] },
  { name: 'allowances', path: '^server/src/shared/allowances/', below: ['domain', 'ports', 'security'] },
  {
    name: 'installation-cache',
    path: '^server/src/shared/installation-cache/',
    below: ['domain', 'ports', 'security', 'concurrency', 'due-work'],
  },
  { name: 'jobs', path: '^server/src/shared/jobs/', below: ['domain', 'ports', 'security', 'sessions', 'due-work'] },
  {
    name: 'invitation-jobs',
    path: '^server/src/shared/invitation-jobs/',
    below: ['domain', 'ports', 'security', 'sessions', 'due-work', 'jobs'],
  },
  {
    name: 'access-exports',
    path: '^server/src/shared/access-exports/',
    below: ['domain', 'ports', 'security', 'sessions', 'due-work', 'jobs'],
  },
  {
    name: 'people-changes',
    path: '^server/src/shared/people-changes/',
    below: ['domain', 'ports', 'security', 'concurrency', 'sessions', 'jobs'],
  },
  {
    name: 'runs',
    path: '^server/src/shared/runs/',
    below: ['domain', 'ports', 'security', 'sessions', 'due-work', 'jobs', 'people-changes'],
  },
  {
    name: 'organization-file',
    path: '^server/src/shared/organization-file/',
    below: [
      'domain',
      'ports',
      'security',
      'concurrency',
      'audit-trail',
      'sessions',
      'jobs',
      'invitation-jobs',
      'people-changes',
    ],
  },
  { name: 'doctor', path: '^server/src/shared/doctor/', below: ['domain', 'ports'] },
  {
    name: 'http',
    path: '^server/src/http/',
    below: ['watching', 'domain', 'ports', 'refusals', 'security', 'sessions'],
  },
  {
    name: 'capabilities',
    path: '^server/src/capabilities/',
    below: [
      'concurrency',
      'watching',
      'domain',
      'ports',
      'refusals',
      'security',
      'sessions',
      'audit-trail',
      'installation-cache',
      'jobs',
      'people-changes',
      'runs',
      'organization-file',
      'http',
    ],
  },
  { name: 'adapters', path: '^server/src/adapters/', below: ['domain', 'ports', 'security'] },
  { name: 'config', path: '^server/src/config/', below: ['domain'] },
  {
    name: 'app',
    path: '^server/src/app(-parts)?[.]ts$',
    below: [
      'concurrency',
      'watching',
      'domain',
      'ports',
      'security',
      'sessions',
      'audit-trail',
      'allowances',
      'due-work',
      'installation-cache',
      'jobs',
      'http',
      'capabilities',
    ],
  },
];
const pathOf = (name) => layers.find((layer) => layer.name === name).path;

/** The folders of the simulator and what each may import; `parts` is a file beside them. */
const folders = {
  world: [],
  apps: ['world'],
  views: ['world', 'apps'],
  webhooks: ['world', 'apps', 'views'],
  pages: ['parts', 'world', 'apps'],
  oauth: ['parts', 'world', 'apps', 'pages'],
  platform: ['world', 'apps', 'views', 'webhooks', 'oauth'],
  api: ['parts', 'world', 'apps', 'views', 'oauth'],
  rest: ['parts', 'world', 'apps', 'views', 'webhooks', 'api'],
  graphql: ['parts', 'world', 'views', 'api'],
  control: ['parts', 'world', 'apps', 'oauth', 'api'],
};
const folderPath = (name) => `^simulator/src/${name}${name in folders ? '/' : '[.]ts$'}`;

module.exports = {
  forbidden: [
    ...layers.map(({ name, path, below }) => ({
      name: `layer-${name}`,
      severity: 'error',
      from: { path },
      to: { path: '^server/src/', pathNot: [path, ...below.map(pathOf)] },
    })),
    ...Object.entries(folders).map(([name, below]) => ({
      name: `simulator-${name}`,
      severity: 'error',
      from: { path: folderPath(name) },
      to: { path: '^simulator/src/', pathNot: [name, ...below].map(folderPath) },
    })),
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-is-pure',
      comment: 'Of the contract it knows the limits and how letter case is ignored, which import nothing.',
      severity: 'error',
      from: { path: '^server/src/(domain|ports)/' },
      to: { pathNot: '^(server/src/(domain|ports)/|contract/src/(limits|strings/fold-ascii)[.]ts$)' },
    },
    {
      name: 'capabilities-do-not-know-each-other',
      severity: 'error',
      from: { path: '^server/src/capabilities/([^/]+)/' },
      to: { path: '^server/src/capabilities/', pathNot: '^server/src/capabilities/$1/' },
    },
    {
      name: 'use-cases-know-no-http',
      severity: 'error',
      from: { path: '^server/src/capabilities/', pathNot: '/routes[.]ts$' },
      to: { path: ['^server/src/http/', 'node_modules/(@fastify/|fastify)'] },
    },
    {
      name: 'adapters-do-not-know-each-other',
      severity: 'error',
      from: { path: '^server/src/adapters/([^/]+)/' },
      to: { path: '^server/src/adapters/', pathNot: '^server/src/adapters/$1/' },
    },
    {
      name: 'one-way-to-the-code-host',
      comment:
        'Through createSend, which takes only addresses that hostPath built. reach.ts calls the configured addresses.',
      severity: 'error',
      from: {
        path: '^server/src/adapters/code-host/',
        pathNot: '/(send/(bounded-fetch|parse-json)|app/checks/reach)[.]ts$',
      },
      to: { path: '^(node:)?https?2?$' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|organization-files|simulator|console|client|cli)/' },
    },
    {
      name: 'organization-files-know-only-the-contract',
      comment: 'The service and the command line both use them.',
      severity: 'error',
      from: { path: '^organization-files/src/' },
      to: { path: '^(server|simulator|console|client|cli|bench|scripts)/' },
    },
    {
      name: 'limits-import-nothing',
      severity: 'error',
      from: { path: '^contract/src/(limits|strings/fold-ascii)[.]ts$' },
      to: {},
    },
    {
      name: 'simulator-shares-no-code',
      severity: 'error',
      from: { path: '^simulator/' },
      to: { path: '^(server|contract|organization-files|console|client)/' },
    },
    {
      name: 'the-service-does-not-import-the-simulator',
      severity: 'error',
      from: { path: '^(server/src|contract|organization-files/src|console/src|client/src|cli/src)/' },
      to: { path: '^simulator/' },
    },
    {
      name: 'the-client-runs-anywhere',
      comment: 'It needs nothing but fetch. Its types of the contract are generated.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'the-service-does-not-know-its-client',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^client/' },
    },
    {
      name: 'the-command-line-knows-only-the-client',
      comment:
        'Besides what makes commands, reads and writes files of people, and names changes; it is installed without the service.',
      severity: 'error',
      from: { path: '^cli/src/' },
      to: {
        path: '^(server|contract|console|bench|scripts)/',
        pathNot: [
          '^server/src/commands/framework/',
          '^server/src/domain/result[.]ts$',
          '^contract/src/(invitations/rows/|people/across/(columns|filters|merge)[.]|(organizations/file/plan-words|strings/csv|limits)[.]ts$)',
        ],
      },
    },
    {
      name: 'the-framework-of-commands-is-pure',
      severity: 'error',
      from: { path: '^server/src/commands/framework/' },
      to: { path: '^server/src/', pathNot: '^server/src/(commands/framework/|domain/)' },
    },
    {
      name: 'only-the-program-knows-the-command-line',
      severity: 'error',
      from: {
        path: '^(server|console|client|contract)/',
        pathNot: '^server/src/commands/(table|help/help-topics)[.]ts$',
      },
      to: { path: '^cli/' },
    },
    {
      name: 'the-console-knows-only-contract-and-client',
      severity: 'error',
      from: { path: '^console/src/' },
      to: { path: '^(server|organization-files)/' },
    },
    {
      name: 'console-features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/' },
      to: { path: '^console/src/features/', pathNot: '^console/src/features/$1/' },
    },
    {
      name: 'console-direction',
      severity: 'error',
      from: { path: '^console/src/(lib|components)/' },
      to: { path: '^console/src/(features|routes|app)/' },
    },
    {
      name: 'console-features-do-not-know-the-pages',
      severity: 'error',
      from: { path: '^console/src/features/' },
      to: { path: '^console/src/(routes|app)/' },
    },
    {
      name: 'console-pages-do-not-know-the-app',
      severity: 'error',
      from: { path: '^console/src/routes/' },
      to: { path: '^console/src/app/' },
    },
    {
      name: 'nobody-knows-the-bench',
      comment: 'What it is compared with is no part of the product.',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API to parse with yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@orgdesk/source', 'import', 'node', 'default', 'types'],
    },
  },
};
