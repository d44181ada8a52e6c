import { workbookOf } from './workbook.ts';

/** A file as a program exports it, with invented people. */
export interface ExportedFile {
  readonly origin: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** Everybody to invite, with role and teams. */
  readonly people: readonly (readonly [person: string, role: string | null, teams: readonly string[] | null])[];
  /** Set if rows have a username and an address. */
  readonly by?: 'login' | 'email';
}

const windows1252 = (text: string): Buffer => Buffer.from(text.replace('€', '\u0080'), 'latin1');
const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('');
const member = (person: string, ...teams: readonly string[]) =>
  [person, null, teams.length > 0 ? teams : null] as const;

/** Teams of the organization in which these files are read. */
export const TEAMS = ['Platform', 'Engineering'] as const;

export const EXPORTS: readonly ExportedFile[] = [
  {
    origin: 'Workday, report with a title',
    name: 'workday.csv',
    bytes: Buffer.from(
      lines(
        'RPT - Active and Terminated Workers,,,,',
        '"As of 11/20/2026, 8:00 AM",,,,',
        ',,,,',
        "Worker,Employee ID,Email - Primary Work,Supervisory Organization,Worker's Manager Email",
        '"Okafor, Nneka",100231,nneka.okafor@northern.example,Platform,lead@northern.example',
        '"Brandt, Jule",100232,jule.brandt@northern.example,Finance,lead@northern.example',
      ),
    ),
    people: [member('nneka.okafor@northern.example', 'Platform'), member('jule.brandt@northern.example')],
  },
  {
    origin: 'BambooHR, employee list',
    name: 'bamboohr.csv',
    bytes: Buffer.from(
      lines(
        '"Employee #","Last name, First name","Job Title","Department","Work Email","Home Email"',
        '"17","Moreau, Inès","Engineer","Engineering","ines@bamboo.example","ines.moreau@home.example"',
        '"18","Sato, Ren","Accountant","Finance","ren@bamboo.example",""',
      ),
    ),
    people: [member('ines@bamboo.example', 'Engineering'), member('ren@bamboo.example')],
  },
  {
    origin: 'Personio, in German, semicolons, Windows-1252',
    name: 'personio.csv',
    bytes: windows1252(
      lines(
        'ID;Vorname;Nachname;E-Mail;Status;Position;Abteilung;Team;Bürostandort',
        '9001;Jörg;Köhler;joerg.koehler@personio.example;Aktiv;Entwickler;Technik;Platform;München',
        '9002;Änne;Groß;aenne.gross@personio.example;Aktiv;Entwicklerin;Technik;Engineering;Köln',
      ),
    ),
    people: [
      member('joerg.koehler@personio.example', 'Platform'),
      member('aenne.gross@personio.example', 'Engineering'),
    ],
  },
  {
    origin: 'Google Workspace, user download',
    name: 'User_Download_20112026.csv',
    bytes: Buffer.from(
      lines(
        'First Name [Required],Last Name [Required],Email Address [Required],Status [READ ONLY],Last Sign In [READ ONLY],Recovery Email,Home Secondary Email,Work Secondary Email,Org Unit Path [Required],Employee Title',
        'Tomás,Rivera,tomas@workspace.example,Active,2026/11/19 08:12:33,t.rivera@home.example,,,/Engineering/Platform,Engineer',
        'Aiko,Mori,aiko@workspace.example,Active,Never logged in,,,aiko.mori@workspace.example,/Sales,Manager',
      ),
    ),
    people: [member('tomas@workspace.example', 'Platform'), member('aiko@workspace.example')],
  },
  {
    origin: 'Entra, bulk download of users',
    name: 'exportUsers_2026-11-20.csv',
    bytes: Buffer.from(
      `\uFEFF${lines(
        'userPrincipalName,displayName,surname,mail,givenName,objectId,userType,jobTitle,department,accountEnabled,usageLocation,country,mobile,alternateEmailAddress,companyName',
        'lena_partner.example#EXT#@entra.example,Lena Vogt,Vogt,lena@partner.example,Lena,5f0c,Guest,Consultant,Engineering,TRUE,DE,Germany,,,Partner',
        'omar@entra.example,Omar Haddad,Haddad,omar.haddad@entra.example,Omar,6a1d,Member,Analyst,Finance,TRUE,FR,France,,,Entra',
      )}`,
    ),
    people: [member('lena@partner.example', 'Engineering'), member('omar.haddad@entra.example')],
  },
  {
    origin: 'Entra, template of bulk operations',
    name: 'UserCreateTemplate.csv',
    bytes: Buffer.from(
      lines(
        'version:v1.0,,,',
        'Name [displayName] Required,User name [userPrincipalName] Required,Initial password [passwordProfile] Required,Block sign in (Yes/No) [accountEnabled] Required',
        'Chris Green,chris@template.example,myPassword1234,No',
      ),
    ),
    people: [member('chris@template.example')],
  },
  {
    origin: 'Okta, people report',
    name: 'okta.csv',
    bytes: Buffer.from(
      lines(
        'login,firstName,lastName,email,secondEmail,mobilePhone,department,status',
        'mia@okta.example,Mia,Lund,mia.lund@okta.example,mia@home.example,,Platform,ACTIVE',
        'ivo@okta.example,Ivo,Kral,ivo.kral@okta.example,,,Legal,STAGED',
      ),
    ),
    people: [member('mia.lund@okta.example', 'Platform'), member('ivo.kral@okta.example')],
  },
  {
    origin: 'Excel workbook with a cover, a title and a hidden sheet',
    name: 'Neue Leute.xlsx',
    bytes: workbookOf(
      { name: 'Archiv', isHidden: true, rows: [['E-Mail'], ['old@excel.example']] },
      {
        name: 'Zugänge',
        rows: [
          ['Zugänge im November', '', '', ''],
          [],
          ['Name', 'GitHub-Benutzername', 'Rolle', 'Team'],
          ['Sven "der" Täter', '@sven-taeter', 'Mitglied', 'Platform'],
          ['Ada & Grace', 'ada-und-grace', 'Eigentümer', 'Engineering; Platform'],
        ],
      },
    ),
    people: [
      ['sven-taeter', 'direct_member', ['Platform']],
      ['ada-und-grace', 'admin', ['Engineering', 'Platform']],
    ],
  },
  {
    origin: 'answers of a Google form',
    name: 'form-responses.csv',
    bytes: Buffer.from(
      lines(
        'Timestamp,Email Address,What is your GitHub username?,Which team are you on?,"Anything else?"',
        '11/20/2026 9:14:02,noor@form.example,@noor-haddad,Platform,"I start on Monday.\nPlease hurry, thanks!"',
        '11/20/2026 9:20:45,liam@form.example,,Engineering,',
      ),
    ),
    people: [member('noor-haddad', 'Platform'), member('liam@form.example', 'Engineering')],
    by: 'login',
  },
  {
    origin: 'Excel in French with a separator line',
    name: 'equipe.csv',
    bytes: Buffer.from(
      `\uFEFF${lines(
        'sep=;',
        'Nom;Adresse électronique;Équipe;Rôle',
        '"Lefèvre; Zoé";zoe@equipe.example;Platform;Membre',
        'Noël Dubois;noel@equipe.example;Engineering;Propriétaire',
      )}`,
    ),
    people: [
      ['zoe@equipe.example', 'direct_member', ['Platform']],
      ['noel@equipe.example', 'admin', ['Engineering']],
    ],
  },
  {
    origin: 'Excel’s Unicode text in Spanish',
    name: 'personas.txt',
    bytes: Buffer.from(
      `\uFEFF${lines('Nombre\tCorreo electrónico\tEquipo\tPermiso', 'Begoña Núñez\tbego@personas.example\tPlatform\tMiembro')}`,
      'utf16le',
    ),
    people: [['bego@personas.example', 'direct_member', ['Platform']]],
  },
  {
    origin: 'recipients of a message',
    name: 'recipients.txt',
    bytes: Buffer.from(
      'Quinn Harper <quinn@mail.example>; "Ferrari, Luca" <luca@mail.example>;\numa@mail.example; Yara Silva <yara@mail.example>',
    ),
    people: ['quinn', 'luca', 'uma', 'yara'].map((name) => member(`${name}@mail.example`)),
  },
  {
    origin: 'Excel for Mac in Italian',
    name: 'persone.csv',
    bytes: Buffer.concat([
      Buffer.from('Nome;Nome utente GitHub;Gruppo;Ruolo\rNicol'),
      Buffer.from([0x98]),
      Buffer.from(';nicolo-rossi;Platform;Membro\rGes'),
      Buffer.from([0x9d]),
      Buffer.from(';gesu-bianchi;Engineering;Membro\r'),
    ]),
    people: [
      ['nicolo-rossi', 'direct_member', ['Platform']],
      ['gesu-bianchi', 'direct_member', ['Engineering']],
    ],
  },
  {
    origin: 'cells with mailboxes, in Portuguese',
    name: 'pessoas.tsv',
    bytes: Buffer.from(
      lines(
        'Pessoa\tEndereço eletrônico\tEquipe',
        'Bia\tBia Rocha <bia@pessoas.example>\tPlatform',
        'Davi\tdavi@pessoas.example\t',
      ),
    ),
    people: [member('bia@pessoas.example', 'Platform'), member('davi@pessoas.example')],
  },
];
