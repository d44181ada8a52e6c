const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Folded, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
export const HOSTS = words('codehost gh ghe ghes github');
export const LOGINS = words(
  'handle handles login logins username usernames benutzername benutzernamen nutzername nutzernamen anmeldename identifiant identifiants usuario usuarios utente utenti utilisateur utilisateurs utilizador utilizadores gebruikersnaam gebruikersnamen inlognaam',
);
export const ACCOUNTS = words(
  'account accounts profile profiles user users benutzer nutzer benutzerkonto konto profil compte comptes cuenta cuentas perfil conta profilo gebruiker gebruikers',
);
export const AROUND = words(
  'a an are you at be enter for is link member members my name nom nombre nome naam names of on optional people person please required s the their url what your de d del der des di do du dein deine ihr ihre il la le mijn mon su tu tuo votre von which welcher wie lautet quel est org organization organisation verplicht requis obligatorio pflichtfeld',
);
export const MAILS = words(
  'email emails mail mails emailadresse emailadressen mailadresse mailadressen emailadres emailadressen mailadres courriel courriels correo correos upn epost emailaddress emailaddresses mailaddress',
);
export const MAIL_PHRASES: readonly RegExp[] = [
  /\buser principal name\b/,
  /\badresses? (?:electronique|mel)/,
  /\bposta elettronica\b/,
  /\b(?:correio|endereco) eletronico\b/,
  /\bdireccion(?:es)? (?:electronica|de correo)/,
  /\belektronische (?:post|mail)/,
];
export const OTHER_MAILS = words(
  'manager managers supervisor vorgesetzte vorgesetzter vorgesetzten fuhrungskraft superieur superieure responsable jefe gestor superior leidinggevende emergency notfall urgence emergencia emergenza noodgeval assistant buddy recruiter recovery verified status date type opt subscribed notification notifications count proxy proxyaddresses forwarding',
);
export const PRIVATE_MAILS = words(
  'private privat private personal personnel personnelle personale pessoal particulier prive home second secondary secondaire secundario secondario alternate alternative alternativ other andere otro altro outro',
);
export const WORK_MAILS = words(
  'work business company corporate primary main dienstlich dienstliche geschaftlich geschaftliche beruflich berufliche professionnel professionnelle pro trabajo laboral empresa corporativo lavoro aziendale trabalho profissional zakelijk zakelijke werk hauptadresse principal principale',
);
export const ROLES = words(
  'role roles access permission permissions rolle rollen zugriff zugriffsrecht berechtigung berechtigungen berechtigungsstufe acces autorisation autorisations droits rol acceso permiso permisos ruolo ruoli accesso permesso permessi papel papeis acesso permissao permissoes funcao toegang toegangsniveau rechten rollen',
);
export const TEAMS = words(
  'team teams group groups squad squads teamname teamnamen equipe equipes groupe groupes gruppe gruppen arbeitsgruppe equipo equipos grupo grupos gruppo gruppi squadra squadre equipa equipas groep groepen ploeg',
);
export const DEPARTMENTS = words(
  'department departments dept division unit abteilung abteilungen bereich departement departements departamento departamentos area reparto reparti dipartimento afdeling afdelingen supervisory',
);
export const NAMES = words(
  'name names fullname firstname lastname displayname surname vorname vornamen nachname nachnamen familienname prenom prenoms nom noms nombre nombres apellido apellidos nome nomi cognome cognomi sobrenome apelido apelidos naam namen voornaam voornamen achternaam',
);
export const NAMES_OF = words(
  'first last full family given display middle preferred legal employee employees person people member members student students staff invitee complet complete completo completa voller vollstandiger volledige de da famille familia famiglia propio of the your what is s and und et y e en',
);
export const BESIDE = words(
  'e invite invitee org organization organisation level level niveau nivel livello stufe membership memberships type current primary nome names assigned list to required optional di d de del da von der des path in code',
);
export const OTHERS = words(
  'address addresses comment comments company country date department e email emails employee family first full given group groups id last location mail manager member members name names nr number org organization people person persons phone role roles staff status student students surname team teams title vorname nachname prenom nom nombre apellido apellidos nome cognome sobrenome apelido voornaam achternaam telefon telephone telefono telefone telefoon firma standort ort sede bureau oficina position stelle titel fonction poste cargo puesto qualifica functie personalnummer matricule geburtsdatum eintrittsdatum',
);
