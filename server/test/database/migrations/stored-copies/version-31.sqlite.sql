-- A database as the program with 31 steps left it, with rows in every table that it uses.
pragma application_id = 1869768548;
begin;
create table schema_migrations (version integer primary key, name text not null, applied_at integer not null) strict;
create table schema_serves (version integer primary key references schema_migrations, oldest_program integer not null) strict;
create table host_users (
      user_id integer primary key,
      login text not null,
      name text,
      avatar_url text,
      updated_at integer not null
    ) strict;
create table host_organizations (
      organization_id integer primary key,
      login text not null,
      name text,
      avatar_url text,
      updated_at integer not null
    ) strict;
create table host_memberships (
      user_id integer not null references host_users on delete cascade,
      organization_id integer not null references host_organizations on delete cascade,
      viewer_can_administer integer not null check (viewer_can_administer in (0, 1)),
      primary key (user_id, organization_id)
    ) strict, without rowid;
create index host_memberships_of_organization on host_memberships (organization_id);
create index host_users_by_update on host_users (updated_at);
create table host_installations (
      installation_id integer primary key,
      account_id integer not null,
      account_login text not null,
      account_type text not null check (account_type in ('organization', 'user')),
      repository_selection text check (repository_selection in ('all', 'selected')),
      repository_count integer check (repository_count >= 0),
      suspended_at integer,
      created_at integer not null,
      updated_at integer not null,
      gone_at integer
    ) strict;
create index host_installations_of_account on host_installations (account_id);
create table host_counters (
      name text primary key,
      value integer not null
    ) strict, without rowid;
create table host_observations (
      installation_id integer primary key,
      observation integer not null,
      repositories_changed integer not null
    ) strict;
create table host_installation_repositories (
      installation_id integer primary key references host_installations on delete cascade,
      observation integer not null,
      fetched_at integer not null,
      repositories text not null
    ) strict;
create table host_observation_times (
      taken_at integer primary key,
      observation integer not null
    ) strict, without rowid;
create table host_repository_looks (
      installation_id integer primary key references host_installation_repositories on delete cascade,
      list integer not null,
      observation integer not null,
      looked_at integer not null,
      validators text
    ) strict;
create table seen_events (
      body_hash text primary key,
      observation integer not null,
      seen_at integer not null
    ) strict, without rowid;
create index seen_events_by_time on seen_events (seen_at);
create table sessions (
      session_key text primary key check (length(session_key) = 64),
      user_id integer not null references host_users on delete cascade,
      access_token_ciphertext blob not null,
      access_token_iv blob not null check (length(access_token_iv) = 16),
      access_token_tag blob not null check (length(access_token_tag) = 16),
      refresh_token_ciphertext blob,
      refresh_token_iv blob check (length(refresh_token_iv) = 16),
      refresh_token_tag blob check (length(refresh_token_tag) = 16),
      token_type text not null,
      token_scope text not null,
      access_token_expires_at integer,
      refresh_token_expires_at integer,
      token_version integer not null check (token_version > 0),
      refresh_lease_id text,
      refresh_lease_until integer,
      created_at integer not null,
      expires_at integer not null,
      check ((refresh_token_ciphertext is null) = (refresh_token_iv is null)),
      check ((refresh_token_ciphertext is null) = (refresh_token_tag is null)),
      check (refresh_lease_id is null or refresh_lease_until is not null)
    ) strict;
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create table session_installations (
      session_key text not null references sessions on delete cascade,
      installation_id integer not null references host_installations on delete cascade,
      primary key (session_key, installation_id)
    ) strict, without rowid;
create index session_installations_of_installation on session_installations (installation_id);
create table used_states (
      state_hash text primary key,
      expires_at integer not null
    ) strict, without rowid;
create index used_states_by_expiry on used_states (expires_at);
create table session_uses (
      session_key text primary key references sessions on delete cascade,
      client text,
      used_at integer
    ) strict, without rowid;
create table invitation_jobs (
      job_id text primary key,
      organization_id integer not null,
      organization_login text not null,
      job_key text not null,
      body_hash text not null,
      session_key text not null,
      started_by_id integer not null,
      started_by_login text not null,
      run_by_id integer not null,
      run_by_login text not null,
      state text not null check (state in ('active', 'paused', 'stopped', 'cancelling', 'finished', 'cancelled')),
      stop_reason text,
      stop_words text,
      stopped_until integer,
      next_at integer not null,
      tries integer not null,
      created_at integer not null,
      ended_at integer,
      row_count integer,
      byte_count integer,
      request_id text,
      check ((state in ('finished', 'cancelled')) = (ended_at is not null)),
      unique (organization_id, job_key)
    ) strict;
create index invitation_jobs_of_organization on invitation_jobs (organization_id, created_at);
create index invitation_jobs_by_end on invitation_jobs (ended_at);
create table invitation_job_rows (
      job_id text not null references invitation_jobs on delete cascade,
      place integer not null,
      login text,
      email text,
      role text not null check (role in ('direct_member', 'admin', 'billing_manager')),
      team_ids text not null,
      state text not null,
      words text,
      invitation_id integer,
      sending_at integer,
      settled_at integer,
      intent integer,
      primary key (job_id, place)
    ) strict, without rowid;
create index invitation_job_rows_by_state on invitation_job_rows (job_id, state, place);
create table invitation_sends (
      user_id integer not null,
      sent_at integer not null,
      primary key (user_id, sent_at)
    ) strict, without rowid;
create index invitation_sends_by_time on invitation_sends (sent_at);
create table invitation_batches (
      batch_id text primary key,
      user_id integer not null,
      organization_id integer not null,
      sent_at integer not null,
      calls integer not null,
      sent integer not null
    ) strict, without rowid;
create index invitation_batches_of_user on invitation_batches (user_id, sent_at);
create index invitation_batches_of_organization on invitation_batches (organization_id, sent_at);
create index invitation_batches_by_time on invitation_batches (sent_at);
create table audit_heads (
      organization_id integer primary key,
      first_number integer not null,
      anchor text not null,
      newest_number integer not null,
      newest_hash text not null
    ) strict;
create table audit_rows (
      organization_id integer not null,
      number integer not null check (number > 0),
      kind text not null check (kind in ('intent', 'outcome', 'event')),
      at integer not null,
      intent integer,
      outcome text,
      words text,
      organization_login text,
      subject text,
      deed text,
      way text,
      actor_id integer,
      actor_login text,
      target_kind text,
      target_id integer,
      target_name text,
      facts_before text,
      facts_after text,
      request_id text,
      delivery_id text,
      body_hash text,
      hash text not null,
      check ((kind = 'outcome') = (intent is not null)),
      check ((kind = 'outcome') = (outcome is not null)),
      check ((kind = 'outcome') = (subject is null)),
      primary key (organization_id, number)
    ) strict, without rowid;
create unique index audit_rows_by_intent on audit_rows (organization_id, intent) where intent is not null;
create index audit_rows_by_outcome on audit_rows (organization_id, outcome, intent) where intent is not null;
create index audit_rows_by_actor on audit_rows (organization_id, lower(actor_login), number);
create index audit_rows_by_target on audit_rows (organization_id, lower(target_name), number);
create index audit_rows_by_subject on audit_rows (organization_id, subject, number);
create index audit_rows_by_delivery on audit_rows (organization_id, delivery_id) where delivery_id is not null;
create index audit_rows_by_time on audit_rows (organization_id, at);
create index audit_rows_by_action on audit_rows (organization_id, subject, deed, number) where subject is not null;
create index audit_rows_by_way on audit_rows (organization_id, way, number) where way is not null;
create table audit_open_intents (
      organization_id integer not null,
      number integer not null,
      primary key (organization_id, number)
    ) strict, without rowid;
create table access_exports (
      export_id text primary key,
      organization_id integer not null,
      organization_login text not null,
      session_key text not null,
      started_by_id integer not null,
      started_by_login text not null,
      state text not null check (state in ('active', 'waiting', 'stopped', 'finished', 'cancelled')),
      next_at integer not null,
      waits_until integer,
      tries integer not null,
      created_at integer not null,
      ended_at integer,
      place text not null,
      steps integer not null,
      repositories_done integer not null,
      repositories_total integer,
      row_count integer not null,
      byte_count integer not null,
      unseen integer not null,
      file_removed_at integer,
      request_id text,
      check ((state in ('active', 'waiting')) = (ended_at is null))
    ) strict;
create unique index access_exports_under_way on access_exports (organization_id) where ended_at is null;
create index access_exports_of_organization on access_exports (organization_id, created_at);
create index access_exports_by_end on access_exports (ended_at);
create table access_export_parts (
      export_id text not null references access_exports on delete cascade,
      place integer not null,
      lines text not null,
      primary key (export_id, place)
    ) strict;
create table leases (
      name text primary key,
      holder text not null,
      until integer not null
    ) strict, without rowid;
create table instance_counts (
      name text not null,
      instance text not null,
      count integer not null,
      until integer not null,
      primary key (name, instance)
    ) strict, without rowid;
create table backups (
      name text primary key,
      finished_at integer not null
    ) strict, without rowid;
create index audit_rows_by_person on audit_rows (organization_id, actor_id, subject, number) where actor_id is not null;
create table due_work (
      organization_id integer not null,
      kind text not null,
      key text not null,
      state text not null check (state in ('due', 'dead')),
      due_at integer not null,
      set_at integer not null,
      version integer not null,
      attempts integer not null,
      last_error text,
      holder text,
      lease_until integer,
      created_at integer not null,
      request_id text,
      primary key (organization_id, kind, key)
    ) strict, without rowid;
create index due_work_by_time on due_work (kind, due_at) where state = 'due';
create index due_work_dead on due_work (set_at) where state = 'dead';
create table audit_tree (
      organization_id integer not null,
      since integer not null check (since >= 0),
      size integer not null check (size > since),
      span text not null,
      tree text not null,
      note text,
      key_id text,
      signed_at integer,
      primary key (organization_id, size),
      unique (organization_id, since)
    ) strict;
create table audit_head_keys (
      key_id text primary key,
      public_key text not null,
      seed_ciphertext blob,
      seed_iv blob,
      seed_tag blob,
      created_at integer not null,
      endorsed_by text,
      endorsement text
    ) strict;
create table audit_heads_sent (
      target text not null,
      organization_id integer not null,
      size integer not null,
      primary key (organization_id, target)
    ) strict, without rowid;
create table jobs (
      organization_id integer not null,
      job_id text not null,
      kind text not null,
      organization_login text not null,
      job_key text not null,
      body_hash text not null,
      title text,
      session_key text not null,
      started_by_id integer not null,
      started_by_login text not null,
      run_by_id integer not null,
      run_by_login text not null,
      state text not null check (state in ('running', 'paused', 'limited', 'failed', 'done', 'cancelled')),
      reason text,
      words text,
      until integer,
      next_at integer not null,
      tries integer not null,
      created_at integer not null,
      ended_at integer,
      request_id text,
      plan text,
      place text,
      steps integer not null,
      repositories_done integer not null,
      repositories_total integer,
      row_count integer not null,
      byte_count integer not null,
      unseen integer not null,
      file_removed_at integer,
      check ((state = 'limited') = (until is not null)),
      check (state <> 'done' or ended_at is not null),
      check (state in ('failed', 'done', 'cancelled') or ended_at is null),
      primary key (organization_id, job_id),
      unique (organization_id, kind, job_key)
    ) strict;
create index jobs_of_organization on jobs (organization_id, created_at);
create index jobs_by_end on jobs (ended_at);
create index jobs_unended on jobs (organization_id, kind, created_at) where ended_at is null;
create table job_rows (
      organization_id integer not null,
      job_id text not null,
      place integer not null,
      login text,
      email text,
      user_id integer,
      role text,
      team_role text,
      team_ids text not null,
      state text not null,
      words text,
      invitation_id integer,
      sending_at integer,
      settled_at integer,
      intent integer,
      primary key (organization_id, job_id, place),
      foreign key (organization_id, job_id) references jobs on delete cascade
    ) strict, without rowid;
create index job_rows_by_state on job_rows (organization_id, job_id, state, place);
create table job_parts (
      organization_id integer not null,
      job_id text not null,
      place integer not null,
      lines text not null,
      primary key (organization_id, job_id, place),
      foreign key (organization_id, job_id) references jobs on delete cascade
    ) strict;
alter table "sessions" add column stamp integer not null default 0;
alter table "host_users" add column stamp integer not null default 0;
alter table "host_organizations" add column stamp integer not null default 0;
create table host_account_stamps (
      account_id integer primary key,
      stamp integer not null
    ) strict;
create index sessions_by_stamp on sessions (session_key, stamp, expires_at);
create table device_requests (
      session_key text primary key,
      user_code_hash text not null unique,
      client_name text not null,
      address text not null,
      network text not null,
      state text not null check (state in ('open', 'confirmed', 'approved', 'denied')),
      user_id integer,
      poll_seconds integer not null,
      polled_at integer,
      created_at integer not null,
      expires_at integer not null
    ) strict;
create index device_requests_by_expiry on device_requests (expires_at);
create index device_requests_by_network on device_requests (network, created_at);
create table wrong_user_codes (
      user_id integer primary key,
      count integer not null,
      until integer not null
    ) strict, without rowid;
create index wrong_user_codes_by_time on wrong_user_codes (until);
create table dismissed_findings (
      organization_id integer not null,
      finding_key text not null,
      target_name text not null,
      reason text not null,
      until integer not null,
      dismissed_at integer not null,
      dismissed_by_id integer not null,
      dismissed_by_login text not null,
      primary key (organization_id, finding_key)
    ) strict;
create index dismissed_findings_by_end on dismissed_findings (until);
create table lost_deliveries (
      installation_id integer primary key,
      since integer not null
    ) strict, without rowid;
create table runs (
      user_id integer not null,
      run_id text not null,
      run_key text not null,
      body_hash text not null,
      title text,
      session_key text not null,
      user_login text not null,
      way text not null,
      request_id text not null,
      created_at integer not null,
      next_at integer not null,
      primary key (user_id, run_id),
      unique (user_id, run_key)
    ) strict;
create index runs_by_time on runs (created_at);
create table run_jobs (
      user_id integer not null,
      run_id text not null,
      place integer not null,
      step integer not null,
      organization_id integer not null,
      organization_login text,
      kind text not null,
      change text,
      people integer not null,
      state text not null check (state in ('waiting', 'started', 'refused')),
      failure text,
      job_id text,
      content text,
      primary key (user_id, run_id, place)
    ) strict;
create index run_jobs_waiting on run_jobs (user_id, run_id) where state = 'waiting';
alter table job_rows add column step text;
create table applied_files (
      organization_id integer primary key,
      files text not null,
      plan_hash text not null,
      applied_at integer not null,
      applied_by_id integer not null,
      applied_by_login text not null
    ) strict;
create table owner_rules (
      organization_id integer primary key,
      owners_min integer not null,
      required_owners text not null,
      version integer not null,
      changed_at integer not null,
      changed_by_id integer not null,
      changed_by_login text not null
    ) strict;
alter table applied_files add column accounts text;
alter table applied_files add column owner_rules text;
alter table runs add column cancelled_at integer;
alter table runs add column cancel_done_at integer;
create table disk_probes (id integer primary key, content text not null) strict;
create table packages (
      name text primary key,
      kind text not null,
      bytes blob not null,
      served_at integer not null
    ) strict;
create table access_reviews (
      user_id integer not null,
      organization_id integer not null,
      reviewed_at integer not null,
      findings text not null,
      primary key (user_id, organization_id)
    ) strict;
create index access_reviews_by_time on access_reviews (reviewed_at);
alter table due_work add column person_id integer not null default 0;
alter table due_work add column is_slow integer not null default 0;
alter table run_jobs add column next_at integer not null default 0;
create table job_targets (
      organization_id integer not null,
      job_id text not null,
      place integer not null,
      target text not null,
      primary key (organization_id, job_id, place, target),
      foreign key (organization_id, job_id, place) references job_rows on delete cascade
    ) strict, without rowid;
insert into schema_migrations (version, name, applied_at) values
  (1, 'accounts, installations and sessions', 1768478400000),
  (10, 'audit logs', 1768478400000),
  (11, 'exports of who has access', 1768478400000),
  (12, 'what instances count together, and rows of their own to count places in', 1768478400000),
  (13, 'sizes of what an organization stores, and indexes of audit searches', 1768478400000),
  (14, 'request IDs of jobs, and backups', 1768478400000),
  (15, 'audit entries by person', 1795949526092),
  (16, 'due work', 1795949526094),
  (17, 'heads of audit logs', 1795949526095),
  (18, 'jobs of all kinds', 1795949526097),
  (19, 'stamps of answers', 1795949526101),
  (2, 'order of looks at installations, repository lists, leases', 1768478400000),
  (20, 'common stamp of organizations', 1795949526102),
  (21, 'device requests', 1795949526103),
  (22, 'dismissed findings and lost deliveries', 1795949526104),
  (23, 'runs in many organizations', 1795949526105),
  (24, 'plans of organization files', 1795949526106),
  (25, 'rules about owners and accounts of applied files', 1795949526107),
  (26, 'runs that are cancelled as a whole', 1795949526109),
  (27, 'writes that show whether the disk is full', 1795949526109),
  (28, 'packages that were served', 1795949526110),
  (29, 'last access review of each person', 1795949526110),
  (3, 'events seen', 1768478400000),
  (30, 'people of due work and times of items of runs', 1795949526113),
  (31, 'whom and which teams jobs change', 1795949526113),
  (4, 'ages of users and looks', 1768478400000),
  (5, 'looks that found a repository list unchanged', 1768478400000),
  (6, 'installations that a look did not find', 1768478400000),
  (7, 'invitation jobs', 1768478400000),
  (8, 'invitations sent at once', 1768478400000),
  (9, 'uses of sessions', 1768478400000);
insert into schema_serves (version, oldest_program) values
  (1, 1),
  (10, 1),
  (11, 1),
  (12, 1),
  (13, 1),
  (14, 1),
  (15, 1),
  (16, 1),
  (17, 1),
  (18, 1),
  (19, 1),
  (2, 1),
  (20, 1),
  (21, 1),
  (22, 1),
  (23, 1),
  (24, 1),
  (25, 1),
  (26, 1),
  (27, 1),
  (28, 1),
  (29, 1),
  (3, 1),
  (30, 1),
  (31, 1),
  (4, 1),
  (5, 1),
  (6, 1),
  (7, 1),
  (8, 1),
  (9, 1);
insert into host_users (user_id, login, name, avatar_url, updated_at, stamp) values
  (1001, 'ada', null, null, 1772366400250, 0);
insert into host_organizations (organization_id, login, name, avatar_url, updated_at, stamp) values
  (1011, 'acme', 'Acme', 'https://avatars.test/acme', 1772366400250, 0);
insert into host_memberships (user_id, organization_id, viewer_can_administer) values
  (1001, 1011, 1);
insert into host_installations (installation_id, account_id, account_login, account_type, repository_selection, repository_count, suspended_at, created_at, updated_at, gone_at) values
  (77001, 1011, 'acme', 'organization', 'all', 42, null, 1772366400250, 1772366400250, null),
  (77002, 20, 'kept', 'organization', 'selected', null, 1772366400250, 1772366400250, 1772366400250, 1772366400250);
insert into host_counters (name, value) values
  ('list-turn-looked-at', 1768478400000),
  ('observation', 12);
insert into host_observations (installation_id, observation, repositories_changed) values
  (77001, 11, 9);
insert into host_installation_repositories (installation_id, observation, fetched_at, repositories) values
  (77001, 10, 1772366400250, '[["a-1","acme/one",true]]');
insert into host_observation_times (taken_at, observation) values
  (1772366400250, 5);
insert into host_repository_looks (installation_id, list, observation, looked_at, validators) values
  (77001, 10, 12, 1772366400250, '{"etag":"one"}');
insert into seen_events (body_hash, observation, seen_at) values
  ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 8, 1772366400250);
insert into sessions (session_key, user_id, access_token_ciphertext, access_token_iv, access_token_tag, refresh_token_ciphertext, refresh_token_iv, refresh_token_tag, token_type, token_scope, access_token_expires_at, refresh_token_expires_at, token_version, refresh_lease_id, refresh_lease_until, created_at, expires_at, stamp) values
  ('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', 1001, x'73209ceaaba2d996d0c3aac99e', x'58fcb32d9ea4b2222b90b6756ca311bc', x'a84444ca7579f1c3863b9ed1a55bfa3f', x'e0470afcb502c5df466de5a2cca3', x'cce66acca530cf9021e5eaa97fe16e27', x'e6d844f2cb954c1e498bc5d55e5d9864', 'bearer', '', 1772395200250, 1772395200250, 3, null, null, 1772366400250, 1772395200250, 0);
insert into session_installations (session_key, installation_id) values
  ('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', 77001);
insert into used_states (state_hash, expires_at) values
  ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 1772395200250);
insert into session_uses (session_key, client, used_at) values
  ('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', 'Firefox on Linux', 1772366400250);
insert into invitation_sends (user_id, sent_at) values
  (1001, 1772366400250);
insert into invitation_batches (batch_id, user_id, organization_id, sent_at, calls, sent) values
  ('batch-1', 1001, 1011, 1772366400250, 3, 2);
insert into audit_heads (organization_id, first_number, anchor, newest_number, newest_hash) values
  (1011, 1, '0000000000000000000000000000000000000000000000000000000000000000', 2, '3a768c1439e8166ec33eafba2e22a9baaae232da5f9030dfeef492c2c41e1d75');
insert into audit_rows (organization_id, number, kind, at, intent, outcome, words, organization_login, subject, deed, way, actor_id, actor_login, target_kind, target_id, target_name, facts_before, facts_after, request_id, delivery_id, body_hash, hash) values
  (1011, 1, 'intent', 1772366400250, null, null, null, 'acme', 'member', 'removed', 'console', 1001, 'ada', 'person', 2, 'bob', '{"role":"member"}', '{}', 'req-1', null, null, 'a14c15c713377b538d8451ce92f2b7af21947146e8185a923db81414d459be06'),
  (1011, 2, 'event', 1772366400250, null, null, null, 'acme', 'member', 'removed', 'webhook', null, null, 'person', 2, 'bob', '{"role":"member"}', '{}', null, 'd-1', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '3a768c1439e8166ec33eafba2e22a9baaae232da5f9030dfeef492c2c41e1d75');
insert into audit_open_intents (organization_id, number) values
  (1011, 1);
insert into leases (name, holder, until) values
  ('sync', 'an instance', 1772366400250);
insert into instance_counts (name, instance, count, until) values
  ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'one', 3, 1772395200250);
insert into backups (name, finished_at) values
  ('latest', 1772366400250);
insert into due_work (organization_id, kind, key, state, due_at, set_at, version, attempts, last_error, holder, lease_until, created_at, request_id, person_id, is_slow) values
  (1011, 'invitations', '00000000000000000000000000000003', 'dead', 1772366400000, 1772366400000, 2, 9, 'no', null, null, 1772366400000, 'req', 1001, 0);
insert into audit_tree (organization_id, since, size, span, tree, note, key_id, signed_at) values
  (1011, 0, 2, '26cd612cbcff49162ed3e73841bdff8a6f286237212d73a8bb0f012637f71cb3', '26cd612cbcff49162ed3e73841bdff8a6f286237212d73a8bb0f012637f71cb3', 'orgdesk.example/organizations/1011
2
Js1hLLz/SRYu0+c4Qb3/im8oYjchLXOouw8BJjf3HLM=

— orgdesk.example/organizations/1011 xRGPHchV81GuHdz6XCnHVrQ3QXgdVH33MbVoexDE8d/BSV7TL0j3kt7wJ0Hv7KS60JojiMsB8446GqBus1Lz/fG5uQU=
', '14193ac4345202ab', 1772366400000);
insert into audit_head_keys (key_id, public_key, seed_ciphertext, seed_iv, seed_tag, created_at, endorsed_by, endorsement) values
  ('14193ac4345202ab', 'XsySIvChufD7GJoWjoUg8MncTwl4IVPCyTR99HnB9LQ=', x'227eae5a4bca17270751950118a3d8745d28c2d94d399b5cb6c7919b2594b5aa53ce0f6dd2889fcede2755cf', x'da0bd89c1de6c810f81460ed11eab8f4', x'd56be5c16ba82c87fca89c0d0338a01a', 1772366400000, null, null);
insert into audit_heads_sent (target, organization_id, size) values
  ('file', 1011, 1);
insert into jobs (organization_id, job_id, kind, organization_login, job_key, body_hash, title, session_key, started_by_id, started_by_login, run_by_id, run_by_login, state, reason, words, until, next_at, tries, created_at, ended_at, request_id, plan, place, steps, repositories_done, repositories_total, row_count, byte_count, unseen, file_removed_at) values
  (1011, '00000000000000000000000000000001', 'invitations', 'acme', 'key-1', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', null, '271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', 1001, 'ada', 1001, 'ada', 'done', null, null, null, 1772366400250, 0, 1772366400250, 1772366400250, 'req-2', null, null, 0, 0, null, 2, 230, 0, null),
  (1011, '00000000000000000000000000000002', 'access-export', 'acme', '00000000000000000000000000000002', '', null, '271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a', 1001, 'ada', 1001, 'ada', 'done', null, null, null, 1772366400250, 0, 1772366400250, 1772366400250, 'req-3', null, '{"after":null,"isListed":true,"size":10,"open":[]}', 1, 1, 1, 1, 8, 0, 1772366400250),
  (1011, '00000000000000000000000000000003', 'invitations', 'acme', 'key-3', 'b', 'people.csv', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 1001, 'ada', 1001, 'ada', 'paused', null, null, null, 1772366400000, 0, 1772366400000, null, 'req', null, null, 0, 0, null, 1, 120, 0, null);
insert into job_rows (organization_id, job_id, place, login, email, user_id, role, team_role, team_ids, state, words, invitation_id, sending_at, settled_at, intent, step) values
  (1011, '00000000000000000000000000000001', 1, 'hedy', null, null, 'direct_member', null, '[]', 'sent', null, 500, 1772366400250, 1772366400250, 1, null),
  (1011, '00000000000000000000000000000001', 2, null, 'someone@mail.example', null, 'admin', null, '[7]', 'failed', 'no', null, 1772366400250, 1772366400250, null, null),
  (1011, '00000000000000000000000000000003', 1, 'hedy', null, 1005, 'direct_member', null, '[7]', 'ready', null, null, null, null, null, null);
insert into job_parts (organization_id, job_id, place, lines) values
  (1011, '00000000000000000000000000000002', 1, 'a,b,c,d
');
insert into host_account_stamps (account_id, stamp) values
  (0, 1795949526117),
  (1011, 5);
insert into device_requests (session_key, user_code_hash, client_name, address, network, state, user_id, poll_seconds, polled_at, created_at, expires_at) values
  ('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'orgdesk on Linux', '192.0.2.1', '192.0.2.0', 'open', null, 5, null, 1772366400000, 1772367000000);
insert into wrong_user_codes (user_id, count, until) values
  (1001, 2, 1772367000000);
insert into dismissed_findings (organization_id, finding_key, target_name, reason, until, dismissed_at, dismissed_by_id, dismissed_by_login) values
  (1011, 'key', 'grace', 'known', 1772366401000, 1772366400000, 1001, 'ada');
insert into lost_deliveries (installation_id, since) values
  (77001, 1772366400000);
insert into runs (user_id, run_id, run_key, body_hash, title, session_key, user_login, way, request_id, created_at, next_at, cancelled_at, cancel_done_at) values
  (1001, '00000000000000000000000000000004', 'run-1', 'b', null, 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'ada', 'api', 'req', 1772366400000, 1772366400000, null, null);
insert into run_jobs (user_id, run_id, place, step, organization_id, organization_login, kind, change, people, state, failure, job_id, content, next_at) values
  (1001, '00000000000000000000000000000004', 1, 1, 1011, 'acme', 'invitations', null, 1, 'started', null, '00000000000000000000000000000003', null, 0);
insert into applied_files (organization_id, files, plan_hash, applied_at, applied_by_id, applied_by_login, accounts, owner_rules) values
  (1011, '[]', 'h', 1772366400000, 1001, 'ada', null, null);
insert into owner_rules (organization_id, owners_min, required_owners, version, changed_at, changed_by_id, changed_by_login) values
  (1011, 2, '[1001]', 1, 1772366400000, 1001, 'ada');
insert into disk_probes (id, content) values
  (1, 'x');
insert into packages (name, kind, bytes, served_at) values
  ('client.tgz', 'client', x'1f8b', 1772366400000);
insert into access_reviews (user_id, organization_id, reviewed_at, findings) values
  (1001, 1011, 1772366400000, '[]');
insert into job_targets (organization_id, job_id, place, target) values
  (1011, '00000000000000000000000000000003', 1, 'person:1005');
create trigger audit_intents_opened after insert on audit_rows when new.kind = 'intent' begin
          insert into audit_open_intents (organization_id, number) values (new.organization_id, new.number);
        end;
create trigger audit_intents_settled after insert on audit_rows when new.kind = 'outcome' begin
          delete from audit_open_intents where organization_id = new.organization_id and number = new.intent;
        end;
create trigger "sessions_stamped" after update on "sessions"
          when old.access_token_ciphertext is distinct from new.access_token_ciphertext or old.refresh_token_ciphertext is distinct from new.refresh_token_ciphertext or old.token_type is distinct from new.token_type or old.token_scope is distinct from new.token_scope or old.access_token_expires_at is distinct from new.access_token_expires_at or old.refresh_token_expires_at is distinct from new.refresh_token_expires_at or old.token_version is distinct from new.token_version or old.expires_at is distinct from new.expires_at begin update "sessions" set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where "session_key" = new.session_key; end;
create trigger "links_added" after insert on "session_installations"
           begin update "sessions" set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where "session_key" = new.session_key; end;
create trigger "links_removed" after delete on "session_installations"
           begin update "sessions" set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where "session_key" = old.session_key; end;
create trigger "users_stamped" after update on "host_users"
          when old.login is distinct from new.login or old.name is distinct from new.name or old.avatar_url is distinct from new.avatar_url begin update "host_users" set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where "user_id" = new.user_id; end;
create trigger "memberships_added" after insert on "host_memberships"
           begin update "host_users" set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where "user_id" = new.user_id; end;
create trigger "memberships_changed" after update on "host_memberships"
          when old.viewer_can_administer is distinct from new.viewer_can_administer begin update "host_users" set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where "user_id" = new.user_id; end;
create trigger "memberships_removed" after delete on "host_memberships"
           begin update "host_users" set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where "user_id" = old.user_id; end;
create trigger "organizations_stamped" after update on "host_organizations"
          when old.login is distinct from new.login or old.name is distinct from new.name or old.avatar_url is distinct from new.avatar_url begin update "host_organizations" set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where "organization_id" = new.organization_id; end;
create trigger "installations_added" after insert on "host_installations"
           begin insert into host_account_stamps (account_id, stamp) values (new.account_id, cast(unixepoch('subsec') * 1000 as integer))
      on conflict (account_id) do update set stamp = max("host_account_stamps"."stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)); end;
create trigger "installations_changed" after update on "host_installations"
           begin insert into host_account_stamps (account_id, stamp) values (new.account_id, cast(unixepoch('subsec') * 1000 as integer))
      on conflict (account_id) do update set stamp = max("host_account_stamps"."stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)); end;
create trigger "installations_moved" after update on "host_installations"
          when old.account_id is distinct from new.account_id begin insert into host_account_stamps (account_id, stamp) values (old.account_id, cast(unixepoch('subsec') * 1000 as integer))
      on conflict (account_id) do update set stamp = max("host_account_stamps"."stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)); end;
create trigger "installations_removed" after delete on "host_installations"
           begin insert into host_account_stamps (account_id, stamp) values (old.account_id, cast(unixepoch('subsec') * 1000 as integer))
      on conflict (account_id) do update set stamp = max("host_account_stamps"."stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)); end;
create trigger "user_stamp_changed" after update on "host_users"
          when old.stamp is distinct from new.stamp begin update sessions set stamp = max("stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)) where user_id = new.user_id; end;
create trigger "organization_stamp_changed" after update on "host_organizations"
          when old.stamp is distinct from new.stamp begin insert into host_account_stamps (account_id, stamp) values (0, cast(unixepoch('subsec') * 1000 as integer))
    on conflict (account_id) do update set stamp = max("host_account_stamps"."stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)); end;
create trigger "account_stamp_added" after insert on "host_account_stamps"
          when new.account_id <> 0 begin insert into host_account_stamps (account_id, stamp) values (0, cast(unixepoch('subsec') * 1000 as integer))
    on conflict (account_id) do update set stamp = max("host_account_stamps"."stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)); end;
create trigger "account_stamp_changed" after update on "host_account_stamps"
          when old.stamp is distinct from new.stamp and new.account_id <> 0 begin insert into host_account_stamps (account_id, stamp) values (0, cast(unixepoch('subsec') * 1000 as integer))
    on conflict (account_id) do update set stamp = max("host_account_stamps"."stamp" + 1, cast(unixepoch('subsec') * 1000 as integer)); end;
commit;
