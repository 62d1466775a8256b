import { expect, it } from 'vitest'
import { sampleEverything, statisticsWith } from '../../test/support/app/statistics.ts'
import { asOwner, createEmptyDatabase, createProjectedDatabase } from '../../test/support/database/database.ts'
import { knownMigrations, migrate } from '../kernel/database/migrate.ts'

/**
 * Columns of text or bytes that PostgreSQL may sample: fixed words of ours, and texts that the campaign itself
 * publishes. A column `status` holds one of a few words of ours in any table, so none is listed.
 */
const impersonal: { [table: string]: string } = {
  'app.backups': 'mark',
  'app.campaign_left_out': 'reason reasons',
  'app.campaign_providers': 'provider',
  'app.campaign_queues': 'mail waits_for',
  'app.campaign_recipients': 'provider reasons detail',
  'app.checkpoints': 'projection tables position stopped_at_position stopped_reason',
  'app.held_mails': 'writer kind what',
  'app.identities': 'provider',
  'app.inbox_mails': 'kind',
  'app.knex_migrations': 'name',
  'app.leases': 'name holder',
  'app.mail_facts': 'outcome way',
  'app.moderation_models': 'digest file',
  'app.one_time_tokens': 'purpose',
  'app.page_views': 'view_id',
  'app.passkey_challenges': 'purpose',
  'app.passkeys': 'transports',
  'app.past_sessions': 'method end_reason',
  'app.past_views': 'schema asked versions problem base before_base until',
  'app.provider_flows': 'provider',
  'app.reactor_checkpoints': 'reactor position failing_at_position failing_reason',
  'app.rebuild_checkpoints': 'projection position',
  'app.security_alerts': 'type',
  'app.sessions': 'method',
  'app.set_aside_mails': 'id reason',
  'app.sign_in_challenges': 'method',
  'app.sign_ins': 'method second_factor',
  'app.source_values': 'kind value',
  'app.staff_sets': 'key name rights',
  'app.system_metrics': 'metric_name fold',
  'app.traffic_logs': 'request_method template_id',
  'app.unknown_mail_reports': 'kind',
  'app.unsent_mails': 'writer state',
  'app.waiting_imports': 'kind',
  'app.welcome_mails': 'detail provider',
  'app.write_probes': 'filler',
  'eventlog.erased_addresses': 'email_hash',
  'eventlog.events': 'stream type data metadata',
  'eventlog.known_types': 'type since',
  'eventlog.landmark': 'stream',
  'eventlog.seals':
    'first_position last_position positions digests merkle_root previous_hash hash signature public_key',
  'eventlog.secret_mark': 'mark',
  'read.admin_actions': 'request_id command stream actor_kind action rights topic details',
  'read.api_keys': 'name rights',
  'read.campaign_event_counts': 'category',
  'read.campaign_events': 'title description location event_date start_time end_time category image_url',
  'read.donation_refunds': 'refund_key',
  'read.donations': 'stream',
  'read.email_campaign_counts': 'kind',
  'read.email_campaign_sends': 'detail',
  'read.email_campaigns':
    'kind name subject preheader text_content segment_id segment_ids paused_because failed_because exceeded_by rules purpose reply_to obeys position left_out recipients_hash',
  'read.email_signup_counts': 'source_name',
  'read.email_signup_totals': 'scope',
  'read.email_signups': 'first_source act_source view_id wording source_name',
  'read.endorsement_counts': 'source_name',
  'read.endorsements': 'first_source act_source view_id wording source_name',
  'read.evolution_verifications': 'id finding',
  'read.file_import_items': 'type stream',
  'read.file_import_mappings': 'kind heading field',
  'read.file_imports': 'import_id kind platform',
  'read.fitness_formulas': 'name request result last_check',
  'read.fitness_rules': 'version weights',
  'read.forum_reports': 'reason outcome',
  'read.gene_pool': 'name version alleles',
  'read.history': 'topic type actor_kind command',
  'read.log_verifications': 'id up_to finding',
  'read.mail_actions': 'kind',
  'read.mail_campaigns': 'kind name subject',
  'read.mail_clicks': 'url rule version',
  'read.mail_links': 'url',
  'read.mail_conditions': 'condition',
  'read.mail_suppression_causes': 'reason',
  'read.mail_suppressions': 'reason',
  'read.mail_response_counts': 'kind',
  'read.mail_responses': 'kind',
  'read.moderation_items': 'content_type violation_type ai_suggestion spans moderator outcome admin_action',
  'read.moderation_models': 'version digest',
  'read.moderation_policy': 'name model',
  'read.moderation_verdicts': 'violation_type outcome decision',
  'read.news_article_counts': 'category',
  'read.news_articles': 'title excerpt content category image_url',
  'read.page_generations': 'trigger variation_ids',
  'read.page_pauses': 'variation_id reason',
  'read.page_refusals': 'refusal',
  'read.page_scorings':
    'fitness_version gene_pool_version policy_version snapshot_hash offers probability_best scores effects candidate leader',
  'read.page_trials': 'variation_id day',
  'read.page_variations': 'id genes origin family',
  'read.prayer_counts': 'source_name',
  'read.prayers': 'first_source act_source view_id wording source_name',
  'read.rsvps': 'first_source act_source view_id wording source_name',
  'read.set_aside_events': 'position event_id stream type reason',
  'read.short_codes': 'code name path',
  'read.supporter_counts': 'list left_out',
  'read.staff_sets': 'key name rights',
  'read.supporter_standings': 'left_out',
  'read.user_engagement': 'source engagement_type',
  'read.user_counts': 'source_name',
  'read.user_roles': 'role',
  'read.users': 'first_source act_source view_id wording source_name',
  'read.visit_metrics': 'view_id variation_id',
  'read.volunteer_counts': 'source_name',
  'read.volunteer_totals': 'scope',
  'read.volunteers': 'first_source act_source view_id wording source_name',
  'read.welcome_series': 'series',
  'read.wordings': 'wording_id hash text',
}

/** Index expressions on tables about people that hold only fixed words of ours. */
const impersonalExpressions = ['read.users_status']

it('PostgreSQL samples no column that may be about a person', async () => {
  const { pool } = await createProjectedDatabase()
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `SELECT attrelid::regclass::text AS name, string_agg(attname, ' ' ORDER BY attnum) AS columns
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace AS n ON n.oid = relnamespace
     JOIN pg_type ON pg_type.oid = atttypid
     WHERE nspname IN ('app', 'eventlog', 'read') AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       AND (typcategory = 'S' OR typname IN ('json', 'jsonb', 'bytea', 'inet', '_text')) AND attstattarget IS DISTINCT FROM 0
       AND attname <> 'status'
     GROUP BY 1 ORDER BY 1`,
  )
  // For a new column: is it about a person? Then name it in `personal` of its read table, or SET STATISTICS 0 in a
  // migration.
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(impersonal)
})

it('nor any expression of an index over such columns', async () => {
  const { pool } = await createProjectedDatabase()
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT indexrelid::regclass::text AS name FROM pg_index JOIN pg_attribute AS part ON part.attrelid = indexrelid
     WHERE indkey[attnum - 1] = 0 AND attstattarget IS DISTINCT FROM 0
       AND EXISTS (SELECT FROM pg_attribute AS own WHERE own.attrelid = indrelid AND own.attnum > 0 AND own.attstattarget = 0)
     ORDER BY 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(impersonalExpressions)
})

it('an upgrade removes the samples of an earlier version, and none is taken again', async () => {
  const { pool, knex } = await createEmptyDatabase()
  const known = await knownMigrations()
  await migrate(knex, known.slice(0, known.indexOf('176-no-personal-statistics.ts')))
  await pool.query(
    `INSERT INTO eventlog.subject_keys (subject, email_hash, wrapped_key)
     SELECT gen_random_uuid(), decode(md5('hash ' || n), 'hex'), decode('ca9a51' || md5('key ' || n), 'hex')
     FROM generate_series(1, 20) AS n`,
  )
  await pool.query(
    `INSERT INTO app.traffic_visitors (ip_address, visited_at) SELECT 'canary ' || n, now() FROM generate_series(1, 20) AS n`,
  )
  await sampleEverything(pool)
  expect(await statisticsWith(pool, 'canary')).toEqual(['app.traffic_visitors.ip_address'])
  expect(await statisticsWith(pool, '\\xca9a51')).toEqual(['eventlog.subject_keys.wrapped_key'])
  const typeOf = async () =>
    (
      await asOwner(
        pool,
        `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = 'app.traffic_visitors'::regclass AND attname = 'ip_address'`,
      )
    ).rows
  const type = await typeOf()
  await migrate(knex)
  expect(await typeOf()).toEqual(type)
  for (const sampled of [false, true]) {
    if (sampled) await sampleEverything(pool)
    expect(await statisticsWith(pool, 'canary')).toEqual([])
    expect(await statisticsWith(pool, '\\xca9a51')).toEqual([])
  }
})
