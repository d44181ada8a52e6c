// Written by `npm run generate` from client/src/operations/. Do not edit.

/** The SHA-256 of each document that the client ships, in the parser's own print. */
export const SHIPPED_DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['OrgRepositories', '25cc53a1207ded4ad68ff54309df97f38549ace1e6fdc0fb247e8e653b219d5a'],
  ['OrgScoringData', 'a1e9a09db2e7d6955d700f3039eb97d2d11d1ca08cf33eb651e6335744bd16af'],
  ['OrgTeamsData', '0c61f5bb437b7cd72e7384488016a898e26fa35744885d030428cdce657a4ae8'],
  ['OrganizationMembers', '4ccfec5a9f95b7804ec16ff6aa912275f841da9f8900e6e587c5d5a7757a5f54'],
  ['OrganizationRepositories', '943f5170b379994dd2a18bcf8df556078f39853cbd9fbf75f7e09ab185e84258'],
  ['OrganizationSummary', '96dbc2ab5a15e484b24ec6fd9b7725aacd0798cf979f5a4bdcfd5a9a378901be'],
  ['OrganizationTeams', '7facc0867aa547a48919e79308a794401d2e4d04feda97e712799e7b971f3c42'],
  ['RepoScoringData', '0bab255606451c3253f255df4d6180620ae8e910ba6a6c148e67f9ca2e0fb6a2'],
  ['RepositoryContributors', '1196884a064a1eead13d5d07c29c8030f3c84850b0feb9ac0ef8525f39c2766d'],
  ['TeamMembers', '319cae82dc63f07b021e61eb38140286d9bfb492b18d41ef57e8429dfb9ebb96'],
  ['ViewerProfile', 'a42e2f5c654459300d532131220b76197cec1e5ac82d1d57eed76830eaa78ac1'],
]);
