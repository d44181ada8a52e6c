-- A database as the program with 14 steps left it, with rows in every table.
create table schema_migrations (version bigint primary key, name text not null, applied_at bigint not null);
create table schema_serves (version bigint primary key references schema_migrations, oldest_program bigint not null);
create table host_users (
    user_id bigint primary key,
    login text not null,
    name text,
    avatar_url text,
    updated_at bigint not null
  );
create table host_organizations (
    organization_id bigint primary key,
    login text not null,
    name text,
    avatar_url text,
    updated_at bigint not null
  );
create table host_memberships (
    user_id bigint not null references host_users on delete cascade,
    organization_id bigint not null references host_organizations on delete cascade,
    viewer_can_administer bigint not null check (viewer_can_administer in (0, 1)),
    primary key (user_id, organization_id)
  );
create index host_memberships_of_organization on host_memberships (organization_id);
create table host_installations (
    installation_id bigint primary key,
    account_id bigint not null,
    account_login text not null,
    account_type text not null check (account_type in ('organization', 'user')),
    repository_selection text check (repository_selection in ('all', 'selected')),
    repository_count bigint check (repository_count >= 0),
    suspended_at bigint,
    created_at bigint not null,
    updated_at bigint not null
  );
create index host_installations_of_account on host_installations (account_id);
create table sessions (
    session_key text collate "C" primary key check (length(session_key) = 64),
    user_id bigint not null references host_users on delete cascade,
    access_token_ciphertext bytea not null,
    access_token_iv bytea not null check (length(access_token_iv) = 16),
    access_token_tag bytea not null check (length(access_token_tag) = 16),
    refresh_token_ciphertext bytea,
    refresh_token_iv bytea check (length(refresh_token_iv) = 16),
    refresh_token_tag bytea check (length(refresh_token_tag) = 16),
    token_type text not null,
    token_scope text not null,
    access_token_expires_at bigint,
    refresh_token_expires_at bigint,
    token_version bigint not null check (token_version > 0),
    refresh_lease_id text collate "C",
    refresh_lease_until bigint,
    created_at bigint not null,
    expires_at bigint not null,
    check ((refresh_token_ciphertext is null) = (refresh_token_iv is null)),
    check ((refresh_token_ciphertext is null) = (refresh_token_tag is null)),
    check (refresh_lease_id is null or refresh_lease_until is not null)
  );
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create table session_installations (
    session_key text collate "C" not null references sessions on delete cascade,
    installation_id bigint not null references host_installations on delete cascade,
    primary key (session_key, installation_id)
  );
create index session_installations_of_installation on session_installations (installation_id);
create table used_states (
    state_hash text collate "C" primary key,
    expires_at bigint not null
  );
create index used_states_by_expiry on used_states (expires_at);
create table host_counters (
    name text collate "C" primary key,
    value bigint not null
  );
create table host_observations (
    installation_id bigint primary key,
    observation bigint not null,
    repositories_changed bigint not null
  );
create table host_installation_repositories (
    installation_id bigint primary key references host_installations on delete cascade,
    observation bigint not null,
    fetched_at bigint not null,
    repositories text not null
  );
create table leases (
    name text collate "C" primary key,
    holder text collate "C" not null,
    until bigint not null
  );
create table seen_events (
    body_hash text collate "C" primary key,
    observation bigint not null,
    seen_at bigint not null
  );
create index seen_events_by_time on seen_events (seen_at);
create index host_users_by_update on host_users (updated_at);
create table host_observation_times (
    taken_at bigint primary key,
    observation bigint not null
  );
create table host_repository_looks (
    installation_id bigint primary key references host_installation_repositories on delete cascade,
    list bigint not null,
    observation bigint not null,
    looked_at bigint not null,
    validators text
  );
alter table host_installations add column gone_at bigint;
create table invitation_jobs (
    job_id text collate "C" primary key,
    organization_id bigint not null,
    organization_login text not null,
    job_key text collate "C" not null,
    body_hash text collate "C" not null,
    session_key text collate "C" not null,
    started_by_id bigint not null,
    started_by_login text not null,
    run_by_id bigint not null,
    run_by_login text not null,
    state text not null check (state in ('active', 'paused', 'stopped', 'cancelling', 'finished', 'cancelled')),
    stop_reason text,
    stop_words text,
    stopped_until bigint,
    next_at bigint not null,
    tries bigint not null,
    created_at bigint not null,
    ended_at bigint,
    check ((state in ('finished', 'cancelled')) = (ended_at is not null)),
    unique (organization_id, job_key)
  );
create index invitation_jobs_of_organization on invitation_jobs (organization_id, created_at);
create index invitation_jobs_by_end on invitation_jobs (ended_at);
create table invitation_job_rows (
    job_id text collate "C" not null references invitation_jobs on delete cascade,
    place bigint not null,
    login text,
    email text,
    role text not null check (role in ('direct_member', 'admin', 'billing_manager')),
    team_ids text not null,
    state text not null,
    words text,
    invitation_id bigint,
    sending_at bigint,
    settled_at bigint,
    primary key (job_id, place)
  );
create index invitation_job_rows_by_state on invitation_job_rows (job_id, state, place);
create table invitation_sends (
    user_id bigint not null,
    sent_at bigint not null,
    primary key (user_id, sent_at)
  );
create index invitation_sends_by_time on invitation_sends (sent_at);
create table invitation_batches (
    batch_id text collate "C" primary key,
    user_id bigint not null,
    organization_id bigint not null,
    sent_at bigint not null,
    calls bigint not null,
    sent bigint not null
  );
create index invitation_batches_of_user on invitation_batches (user_id, sent_at);
create index invitation_batches_of_organization on invitation_batches (organization_id, sent_at);
create index invitation_batches_by_time on invitation_batches (sent_at);
create table session_uses (
    session_key text collate "C" primary key references sessions on delete cascade,
    client text,
    used_at bigint
  );
create table audit_heads (
    organization_id bigint primary key,
    first_number bigint not null,
    anchor text collate "C" not null,
    newest_number bigint not null,
    newest_hash text collate "C" not null
  );
create table audit_rows (
    organization_id bigint not null,
    number bigint not null check (number > 0),
    kind text collate "C" not null check (kind in ('intent', 'outcome', 'event')),
    at bigint not null,
    intent bigint,
    outcome text collate "C",
    words text,
    organization_login text collate "C",
    subject text collate "C",
    deed text collate "C",
    way text collate "C",
    actor_id bigint,
    actor_login text collate "C",
    target_kind text collate "C",
    target_id bigint,
    target_name text collate "C",
    facts_before text,
    facts_after text,
    request_id text collate "C",
    delivery_id text collate "C",
    body_hash text collate "C",
    hash text collate "C" not null,
    check ((kind = 'outcome') = (intent is not null)),
    check ((kind = 'outcome') = (outcome is not null)),
    check ((kind = 'outcome') = (subject is null)),
    primary key (organization_id, number)
  );
create unique index audit_rows_by_intent on audit_rows (organization_id, intent) where intent is not null;
create index audit_rows_by_outcome on audit_rows (organization_id, outcome, intent) where intent is not null;
create index audit_rows_by_actor on audit_rows (organization_id, lower(actor_login), number);
create index audit_rows_by_target on audit_rows (organization_id, lower(target_name), number);
create index audit_rows_by_subject on audit_rows (organization_id, subject, number);
create index audit_rows_by_delivery on audit_rows (organization_id, delivery_id) where delivery_id is not null;
create index audit_rows_by_time on audit_rows (organization_id, at);
alter table invitation_job_rows add column intent bigint;
create table access_exports (
    export_id text collate "C" primary key,
    organization_id bigint not null,
    organization_login text not null,
    session_key text collate "C" not null,
    started_by_id bigint not null,
    started_by_login text not null,
    state text not null check (state in ('active', 'waiting', 'stopped', 'finished', 'cancelled')),
    next_at bigint not null,
    waits_until bigint,
    tries bigint not null,
    created_at bigint not null,
    ended_at bigint,
    place text not null,
    steps bigint not null,
    repositories_done bigint not null,
    repositories_total bigint,
    row_count bigint not null,
    byte_count bigint not null,
    unseen bigint not null,
    check ((state in ('active', 'waiting')) = (ended_at is null))
  );
create unique index access_exports_under_way on access_exports (organization_id) where ended_at is null;
create index access_exports_of_organization on access_exports (organization_id, created_at);
create index access_exports_by_end on access_exports (ended_at);
create table access_export_parts (
    export_id text collate "C" not null references access_exports on delete cascade,
    place bigint not null,
    lines text not null,
    primary key (export_id, place)
  );
create table instance_counts (
    name text collate "C" not null,
    instance text collate "C" not null,
    count bigint not null,
    until bigint not null,
    primary key (name, instance)
  );
alter table access_exports add column file_removed_at bigint;
alter table invitation_jobs add column row_count bigint;
alter table invitation_jobs add column byte_count bigint;
create index audit_rows_by_action on audit_rows (organization_id, subject, deed, number) where subject is not null;
create index audit_rows_by_way on audit_rows (organization_id, way, number) where way is not null;
create table audit_open_intents (
    organization_id bigint not null,
    number bigint not null,
    primary key (organization_id, number)
  );
alter table invitation_jobs add column request_id text;
alter table access_exports add column request_id text;
create table backups (
    name text primary key,
    finished_at bigint not null
  );
insert into schema_migrations (version, name, applied_at) values ('1', 'accounts, installations and sessions', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('10', 'audit logs', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('11', 'exports of who has access', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('12', 'what instances count together, and rows of their own to count places in', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('13', 'sizes of what an organization stores, and indexes of audit searches', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('14', 'request IDs of jobs, and backups', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('2', 'order of looks at installations, repository lists, leases', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('3', 'events seen', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('4', 'ages of users and looks', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('5', 'looks that found a repository list unchanged', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('6', 'installations that a look did not find', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('7', 'invitation jobs', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('8', 'invitations sent at once', '1768478400000');
insert into schema_migrations (version, name, applied_at) values ('9', 'uses of sessions', '1768478400000');
insert into schema_serves (version, oldest_program) values ('1', '1');
insert into schema_serves (version, oldest_program) values ('10', '1');
insert into schema_serves (version, oldest_program) values ('11', '1');
insert into schema_serves (version, oldest_program) values ('12', '1');
insert into schema_serves (version, oldest_program) values ('13', '1');
insert into schema_serves (version, oldest_program) values ('14', '1');
insert into schema_serves (version, oldest_program) values ('2', '1');
insert into schema_serves (version, oldest_program) values ('3', '1');
insert into schema_serves (version, oldest_program) values ('4', '1');
insert into schema_serves (version, oldest_program) values ('5', '1');
insert into schema_serves (version, oldest_program) values ('6', '1');
insert into schema_serves (version, oldest_program) values ('7', '1');
insert into schema_serves (version, oldest_program) values ('8', '1');
insert into schema_serves (version, oldest_program) values ('9', '1');
insert into host_users (user_id, login, name, avatar_url, updated_at) values ('1001', 'ada', NULL, NULL, '1772366400250');
insert into host_organizations (organization_id, login, name, avatar_url, updated_at) values ('1011', 'acme', 'Acme', 'https://avatars.test/acme', '1772366400250');
insert into host_memberships (user_id, organization_id, viewer_can_administer) values ('1001', '1011', '1');
insert into host_installations (installation_id, account_id, account_login, account_type, repository_selection, repository_count, suspended_at, created_at, updated_at, gone_at) values ('77001', '1011', 'acme', 'organization', 'all', '42', NULL, '1772366400250', '1772366400250', NULL);
insert into host_installations (installation_id, account_id, account_login, account_type, repository_selection, repository_count, suspended_at, created_at, updated_at, gone_at) values ('77002', '20', 'kept', 'organization', 'selected', NULL, '1772366400250', '1772366400250', '1772366400250', '1772366400250');
insert into sessions (session_key, user_id, access_token_ciphertext, access_token_iv, access_token_tag, refresh_token_ciphertext, refresh_token_iv, refresh_token_tag, token_type, token_scope, access_token_expires_at, refresh_token_expires_at, token_version, refresh_lease_id, refresh_lease_until, created_at, expires_at) values ('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', '1001', E'\\x73209ceaaba2d996d0c3aac99e', E'\\x58fcb32d9ea4b2222b90b6756ca311bc', E'\\xa84444ca7579f1c3863b9ed1a55bfa3f', E'\\xe0470afcb502c5df466de5a2cca3', E'\\xcce66acca530cf9021e5eaa97fe16e27', E'\\xe6d844f2cb954c1e498bc5d55e5d9864', 'bearer', '', '1772395200250', '1772395200250', '3', NULL, NULL, '1772366400250', '1772395200250');
insert into session_installations (session_key, installation_id) values ('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', '77001');
insert into used_states (state_hash, expires_at) values ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '1772395200250');
insert into host_counters (name, value) values ('list-turn-looked-at', '1768478400000');
insert into host_counters (name, value) values ('observation', '12');
insert into host_counters (name, value) values ('observation/3', '19');
insert into host_observations (installation_id, observation, repositories_changed) values ('77001', '11', '9');
insert into host_installation_repositories (installation_id, observation, fetched_at, repositories) values ('77001', '10', '1772366400250', '[["a-1","acme/one",true]]');
insert into leases (name, holder, until) values ('sync', 'an instance', '1772366400250');
insert into seen_events (body_hash, observation, seen_at) values ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '8', '1772366400250');
insert into host_observation_times (taken_at, observation) values ('1772366400250', '5');
insert into host_repository_looks (installation_id, list, observation, looked_at, validators) values ('77001', '10', '12', '1772366400250', '{"etag":"one"}');
insert into invitation_jobs (job_id, organization_id, organization_login, job_key, body_hash, session_key, started_by_id, started_by_login, run_by_id, run_by_login, state, stop_reason, stop_words, stopped_until, next_at, tries, created_at, ended_at, row_count, byte_count, request_id) values ('00000000000000000000000000000001', '1011', 'acme', 'key-1', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', '1001', 'ada', '1001', 'ada', 'finished', NULL, NULL, NULL, '1772366400250', '0', '1772366400250', '1772366400250', '2', '230', 'req-2');
insert into invitation_job_rows (job_id, place, login, email, role, team_ids, state, words, invitation_id, sending_at, settled_at, intent) values ('00000000000000000000000000000001', '1', 'hedy', NULL, 'direct_member', '[]', 'sent', NULL, '500', '1772366400250', '1772366400250', '1');
insert into invitation_job_rows (job_id, place, login, email, role, team_ids, state, words, invitation_id, sending_at, settled_at, intent) values ('00000000000000000000000000000001', '2', NULL, 'someone@mail.example', 'admin', '[7]', 'failed', 'no', NULL, '1772366400250', '1772366400250', NULL);
insert into invitation_sends (user_id, sent_at) values ('1001', '1772366400250');
insert into invitation_batches (batch_id, user_id, organization_id, sent_at, calls, sent) values ('batch-1', '1001', '1011', '1772366400250', '3', '2');
insert into session_uses (session_key, client, used_at) values ('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', 'Firefox on Linux', '1772366400250');
insert into audit_heads (organization_id, first_number, anchor, newest_number, newest_hash) values ('1011', '1', '0000000000000000000000000000000000000000000000000000000000000000', '2', '3a768c1439e8166ec33eafba2e22a9baaae232da5f9030dfeef492c2c41e1d75');
insert into audit_rows (organization_id, number, kind, at, intent, outcome, words, organization_login, subject, deed, way, actor_id, actor_login, target_kind, target_id, target_name, facts_before, facts_after, request_id, delivery_id, body_hash, hash) values ('1011', '1', 'intent', '1772366400250', NULL, NULL, NULL, 'acme', 'member', 'removed', 'console', '1001', 'ada', 'person', '2', 'bob', '{"role":"member"}', '{}', 'req-1', NULL, NULL, 'a14c15c713377b538d8451ce92f2b7af21947146e8185a923db81414d459be06');
insert into audit_rows (organization_id, number, kind, at, intent, outcome, words, organization_login, subject, deed, way, actor_id, actor_login, target_kind, target_id, target_name, facts_before, facts_after, request_id, delivery_id, body_hash, hash) values ('1011', '2', 'event', '1772366400250', NULL, NULL, NULL, 'acme', 'member', 'removed', 'webhook', NULL, NULL, 'person', '2', 'bob', '{"role":"member"}', '{}', NULL, 'd-1', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '3a768c1439e8166ec33eafba2e22a9baaae232da5f9030dfeef492c2c41e1d75');
insert into access_exports (export_id, organization_id, organization_login, session_key, started_by_id, started_by_login, state, next_at, waits_until, tries, created_at, ended_at, place, steps, repositories_done, repositories_total, row_count, byte_count, unseen, file_removed_at, request_id) values ('00000000000000000000000000000002', '1011', 'acme', '271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', '1001', 'ada', 'finished', '1772366400250', NULL, '0', '1772366400250', '1772366400250', '{"after":null,"isListed":true,"size":10,"open":[]}', '1', '1', '1', '1', '8', '0', '1772366400250', 'req-3');
insert into access_export_parts (export_id, place, lines) values ('00000000000000000000000000000002', '1', 'a,b,c,d
');
insert into instance_counts (name, instance, count, until) values ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'one', '3', '1772395200250');
insert into audit_open_intents (organization_id, number) values ('1011', '1');
insert into backups (name, finished_at) values ('latest', '1772366400250');
create function places_of_former_programs() returns trigger language plpgsql as $$
begin
  new.value := new.value - old.value + greatest(old.value, (
    select max(value) from host_counters where name >= 'observation' and name < 'observation0'
  ));
  return new;
end
  $$;
create trigger host_counters_of_former_programs before update on host_counters
for each row when (old.name = 'observation') execute function places_of_former_programs();
create function audit_intents_open() returns trigger language plpgsql as $$
begin
  if new.kind = 'intent' then
    insert into audit_open_intents (organization_id, number) values (new.organization_id, new.number);
  else
    delete from audit_open_intents where organization_id = new.organization_id and number = new.intent;
  end if;
  return null;
end
  $$;
create trigger audit_rows_open_intents after insert on audit_rows
for each row when (new.kind <> 'event') execute function audit_intents_open();
