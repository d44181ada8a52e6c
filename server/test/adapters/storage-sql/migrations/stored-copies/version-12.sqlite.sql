-- A database as the program with 12 steps (commit 0ea80c6e) left it, with rows in every table.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_migrations (
    version integer primary key,
    name text not null,
    applied_at integer not null
  ) strict;
INSERT INTO schema_migrations (version, name, applied_at) VALUES(1,'accounts, installations and sessions',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(2,'order of looks at installations, repository lists, leases',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(3,'events seen',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(4,'ages of users and looks',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(5,'looks that found a repository list unchanged',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(6,'installations that a look did not find',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(7,'invitation jobs',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(8,'invitations sent at once',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(9,'uses of sessions',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(10,'audit logs',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(11,'exports of who has access',1768478400000);
INSERT INTO schema_migrations (version, name, applied_at) VALUES(12,'what instances count together, and rows of their own to count places in',1768478400000);
CREATE TABLE schema_serves (
    version integer primary key references schema_migrations,
    oldest_program integer not null
  ) strict;
INSERT INTO schema_serves (version, oldest_program) VALUES(1,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(2,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(3,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(4,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(5,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(6,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(7,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(8,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(9,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(10,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(11,1);
INSERT INTO schema_serves (version, oldest_program) VALUES(12,1);
CREATE TABLE host_users (
        user_id integer primary key,
        login text not null,
        name text,
        avatar_url text,
        updated_at integer not null
      ) strict;
INSERT INTO host_users (user_id, login, name, avatar_url, updated_at) VALUES(1001,'ada',NULL,NULL,1772366400250);
CREATE TABLE host_organizations (
        organization_id integer primary key,
        login text not null,
        name text,
        avatar_url text,
        updated_at integer not null
      ) strict;
INSERT INTO host_organizations (organization_id, login, name, avatar_url, updated_at) VALUES(1011,'acme','Acme','https://avatars.test/acme',1772366400250);
CREATE TABLE host_memberships (
        user_id integer not null references host_users on delete cascade,
        organization_id integer not null references host_organizations on delete cascade,
        viewer_can_administer integer not null check (viewer_can_administer in (0, 1)),
        primary key (user_id, organization_id)
      ) strict, without rowid;
INSERT INTO host_memberships (user_id, organization_id, viewer_can_administer) VALUES(1001,1011,1);
CREATE TABLE host_installations (
        installation_id integer primary key,
        account_id integer not null,
        account_login text not null,
        account_type text not null check (account_type in ('organization', 'user')),
        repository_selection text check (repository_selection in ('all', 'selected')),
        repository_count integer check (repository_count >= 0),
        suspended_at integer,
        created_at integer not null,
        updated_at integer not null
      , gone_at integer) strict;
INSERT INTO host_installations (installation_id, account_id, account_login, account_type, repository_selection, repository_count, suspended_at, created_at, updated_at, gone_at) VALUES(77001,1011,'acme','organization','all',42,NULL,1772366400250,1772366400250,NULL);
INSERT INTO host_installations (installation_id, account_id, account_login, account_type, repository_selection, repository_count, suspended_at, created_at, updated_at, gone_at) VALUES(77002,20,'kept','organization','selected',NULL,1772366400250,1772366400250,1772366400250,1772366400250);
CREATE TABLE sessions (
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
INSERT INTO sessions (session_key, user_id, access_token_ciphertext, access_token_iv, access_token_tag, refresh_token_ciphertext, refresh_token_iv, refresh_token_tag, token_type, token_scope, access_token_expires_at, refresh_token_expires_at, token_version, refresh_lease_id, refresh_lease_until, created_at, expires_at) VALUES('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a',1001,X'73209ceaaba2d996d0c3aac99e',X'58fcb32d9ea4b2222b90b6756ca311bc',X'a84444ca7579f1c3863b9ed1a55bfa3f',X'e0470afcb502c5df466de5a2cca3',X'cce66acca530cf9021e5eaa97fe16e27',X'e6d844f2cb954c1e498bc5d55e5d9864','bearer','',1772395200250,1772395200250,3,NULL,NULL,1772366400250,1772395200250);
CREATE TABLE session_installations (
        session_key text not null references sessions on delete cascade,
        installation_id integer not null references host_installations on delete cascade,
        primary key (session_key, installation_id)
      ) strict, without rowid;
INSERT INTO session_installations (session_key, installation_id) VALUES('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a',77001);
CREATE TABLE used_states (
        state_hash text primary key,
        expires_at integer not null
      ) strict, without rowid;
INSERT INTO used_states (state_hash, expires_at) VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',1772395200250);
CREATE TABLE host_counters (
        name text primary key,
        value integer not null
      ) strict, without rowid;
INSERT INTO host_counters (name, value) VALUES('list-turn-looked-at',1768478400000);
INSERT INTO host_counters (name, value) VALUES('observation',12);
CREATE TABLE host_observations (
        installation_id integer primary key,
        observation integer not null,
        repositories_changed integer not null
      ) strict;
INSERT INTO host_observations (installation_id, observation, repositories_changed) VALUES(77001,11,9);
CREATE TABLE host_installation_repositories (
        installation_id integer primary key references host_installations on delete cascade,
        observation integer not null,
        fetched_at integer not null,
        repositories text not null
      ) strict;
INSERT INTO host_installation_repositories (installation_id, observation, fetched_at, repositories) VALUES(77001,10,1772366400250,'[["a-1","acme/one",true]]');
CREATE TABLE leases (
        name text primary key,
        holder text not null,
        until integer not null
      ) strict, without rowid;
INSERT INTO leases (name, holder, until) VALUES('sync','an instance',1772366400250);
CREATE TABLE seen_events (
        body_hash text primary key,
        observation integer not null,
        seen_at integer not null
      ) strict, without rowid;
INSERT INTO seen_events (body_hash, observation, seen_at) VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',8,1772366400250);
CREATE TABLE host_observation_times (
        taken_at integer primary key,
        observation integer not null
      ) strict, without rowid;
INSERT INTO host_observation_times (taken_at, observation) VALUES(1772366400250,5);
CREATE TABLE host_repository_looks (
        installation_id integer primary key references host_installation_repositories on delete cascade,
        list integer not null,
        observation integer not null,
        looked_at integer not null,
        validators text
      ) strict;
INSERT INTO host_repository_looks (installation_id, list, observation, looked_at, validators) VALUES(77001,10,12,1772366400250,'{"etag":"one"}');
CREATE TABLE invitation_jobs (
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
        check ((state in ('finished', 'cancelled')) = (ended_at is not null)),
        unique (organization_id, job_key)
      ) strict;
INSERT INTO invitation_jobs (job_id, organization_id, organization_login, job_key, body_hash, session_key, started_by_id, started_by_login, run_by_id, run_by_login, state, stop_reason, stop_words, stopped_until, next_at, tries, created_at, ended_at) VALUES('00000000000000000000000000000001',1011,'acme','key-1','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a',1001,'ada',1001,'ada','finished',NULL,NULL,NULL,1772366400250,0,1772366400250,1772366400250);
CREATE TABLE invitation_job_rows (
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
        settled_at integer, intent integer,
        primary key (job_id, place)
      ) strict, without rowid;
INSERT INTO invitation_job_rows (job_id, place, login, email, role, team_ids, state, words, invitation_id, sending_at, settled_at, intent) VALUES('00000000000000000000000000000001',1,'hedy',NULL,'direct_member','[]','sent',NULL,500,1772366400250,1772366400250,1);
INSERT INTO invitation_job_rows (job_id, place, login, email, role, team_ids, state, words, invitation_id, sending_at, settled_at, intent) VALUES('00000000000000000000000000000001',2,NULL,'someone@mail.example','admin','[7]','failed','no',NULL,1772366400250,1772366400250,NULL);
CREATE TABLE invitation_sends (
        user_id integer not null,
        sent_at integer not null,
        primary key (user_id, sent_at)
      ) strict, without rowid;
INSERT INTO invitation_sends (user_id, sent_at) VALUES(1001,1772366400250);
CREATE TABLE invitation_batches (
        batch_id text primary key,
        user_id integer not null,
        organization_id integer not null,
        sent_at integer not null,
        calls integer not null,
        sent integer not null
      ) strict, without rowid;
INSERT INTO invitation_batches (batch_id, user_id, organization_id, sent_at, calls, sent) VALUES('batch-1',1001,1011,1772366400250,3,2);
CREATE TABLE session_uses (
        session_key text primary key references sessions on delete cascade,
        client text,
        used_at integer
      ) strict, without rowid;
INSERT INTO session_uses (session_key, client, used_at) VALUES('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a','Firefox on Linux',1772366400250);
CREATE TABLE audit_heads (
        organization_id integer primary key,
        first_number integer not null,
        anchor text not null,
        newest_number integer not null,
        newest_hash text not null
      ) strict;
INSERT INTO audit_heads (organization_id, first_number, anchor, newest_number, newest_hash) VALUES(1011,1,'0000000000000000000000000000000000000000000000000000000000000000',2,'3a768c1439e8166ec33eafba2e22a9baaae232da5f9030dfeef492c2c41e1d75');
CREATE TABLE audit_rows (
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
INSERT INTO audit_rows (organization_id, number, kind, at, intent, outcome, words, organization_login, subject, deed, way, actor_id, actor_login, target_kind, target_id, target_name, facts_before, facts_after, request_id, delivery_id, body_hash, hash) VALUES(1011,1,'intent',1772366400250,NULL,NULL,NULL,'acme','member','removed','console',1001,'ada','person',2,'bob','{"role":"member"}','{}','req-1',NULL,NULL,'a14c15c713377b538d8451ce92f2b7af21947146e8185a923db81414d459be06');
INSERT INTO audit_rows (organization_id, number, kind, at, intent, outcome, words, organization_login, subject, deed, way, actor_id, actor_login, target_kind, target_id, target_name, facts_before, facts_after, request_id, delivery_id, body_hash, hash) VALUES(1011,2,'event',1772366400250,NULL,NULL,NULL,'acme','member','removed','webhook',NULL,NULL,'person',2,'bob','{"role":"member"}','{}',NULL,'d-1','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','3a768c1439e8166ec33eafba2e22a9baaae232da5f9030dfeef492c2c41e1d75');
CREATE TABLE access_exports (
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
        check ((state in ('active', 'waiting')) = (ended_at is null))
      ) strict;
INSERT INTO access_exports (export_id, organization_id, organization_login, session_key, started_by_id, started_by_login, state, next_at, waits_until, tries, created_at, ended_at, place, steps, repositories_done, repositories_total, row_count, byte_count, unseen) VALUES('00000000000000000000000000000002',1011,'acme','271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a',1001,'ada','finished',1772366400250,NULL,0,1772366400250,1772366400250,'{"after":null,"isListed":true,"size":10,"open":[]}',1,1,1,1,8,0);
CREATE TABLE access_export_parts (
        export_id text not null references access_exports on delete cascade,
        place integer not null,
        lines text not null,
        primary key (export_id, place)
      ) strict;
INSERT INTO access_export_parts (export_id, place, lines) VALUES('00000000000000000000000000000002',1,replace('a,b,c,d\n','\n',char(10)));
CREATE TABLE instance_counts (
        name text not null,
        instance text not null,
        count integer not null,
        until integer not null,
        primary key (name, instance)
      ) strict, without rowid;
INSERT INTO instance_counts (name, instance, count, until) VALUES('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','one',3,1772395200250);
CREATE INDEX host_memberships_of_organization on host_memberships (organization_id);
CREATE INDEX host_installations_of_account on host_installations (account_id);
CREATE INDEX sessions_of_user on sessions (user_id);
CREATE INDEX sessions_by_expiry on sessions (expires_at);
CREATE INDEX session_installations_of_installation on session_installations (installation_id);
CREATE INDEX used_states_by_expiry on used_states (expires_at);
CREATE INDEX seen_events_by_time on seen_events (seen_at);
CREATE INDEX host_users_by_update on host_users (updated_at);
CREATE INDEX invitation_jobs_of_organization on invitation_jobs (organization_id, created_at);
CREATE INDEX invitation_jobs_by_end on invitation_jobs (ended_at);
CREATE INDEX invitation_job_rows_by_state on invitation_job_rows (job_id, state, place);
CREATE INDEX invitation_sends_by_time on invitation_sends (sent_at);
CREATE INDEX invitation_batches_of_user on invitation_batches (user_id, sent_at);
CREATE INDEX invitation_batches_of_organization on invitation_batches (organization_id, sent_at);
CREATE INDEX invitation_batches_by_time on invitation_batches (sent_at);
CREATE UNIQUE INDEX audit_rows_by_intent on audit_rows (organization_id, intent) where intent is not null;
CREATE INDEX audit_rows_by_outcome on audit_rows (organization_id, outcome, intent) where intent is not null;
CREATE INDEX audit_rows_by_actor on audit_rows (organization_id, lower(actor_login), number);
CREATE INDEX audit_rows_by_target on audit_rows (organization_id, lower(target_name), number);
CREATE INDEX audit_rows_by_subject on audit_rows (organization_id, subject, number);
CREATE INDEX audit_rows_by_delivery on audit_rows (organization_id, delivery_id) where delivery_id is not null;
CREATE INDEX audit_rows_by_time on audit_rows (organization_id, at);
CREATE UNIQUE INDEX access_exports_under_way on access_exports (organization_id) where ended_at is null;
CREATE INDEX access_exports_of_organization on access_exports (organization_id, created_at);
CREATE INDEX access_exports_by_end on access_exports (ended_at);
COMMIT;
