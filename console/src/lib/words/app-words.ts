export const WITHOUT_APP =
  'Without the App, people, teams, and private repositories aren’t shown, and you can’t invite people.';

export const APP_SUSPENDED = 'orgdesk has no access while the App is suspended';
