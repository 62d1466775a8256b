import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../test/support/app/app.ts'
import { strongPassword } from '../../test/support/app/sign-up.ts'
import { createEmptyDatabase } from '../../test/support/database/database.ts'
import { newSigner, temporaryFolder } from '../../test/support/log/sealed-log.ts'
import { createFirstAdminLink } from '../identity/setup-links.ts'
import { connect } from '../kernel/database/connect.ts'
import { connectionErrorHint } from '../kernel/database/connection-error-hint.ts'
import { migrateAsOwner, serverRights } from '../kernel/database/migrate.ts'
import { StartupError } from '../kernel/database/startup-error.ts'
import { keyInEffect } from '../kernel/eventlog/integrity/seal-table.ts'
import { rebuild } from '../kernel/projector/rebuild.ts'
import { changeSealKey } from '../tools/seal-key-command.ts'

/** A new database with an owner, and a role for the server that has no rights yet. */
async function twoRoles() {
  const owner = await createEmptyDatabase()
  const role = `server_${randomUUID().replaceAll('-', '')}`
  await owner.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'site'`)
  const url = new URL(owner.url)
  url.username = role
  url.password = 'site'
  const server = connect(url.href, { max: 10 })
  onTestFinished(async () => {
    await server.close()
    const client = new pg.Client(`${inject('postgresUrl')}/postgres`)
    await client.connect()
    await client.query(`DROP ROLE IF EXISTS ${role}`).catch(() => {})
    await client.end()
  })
  return { owner, server, role }
}

const denial = (pool: pg.Pool, sql: string) =>
  pool.query(sql).then(
    () => 'done',
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
  )

const forbidden = '42501'

describe('the role of the server', () => {
  it('can change or delete nothing in the log, and alter no table', async () => {
    const { owner, server } = await twoRoles()
    await migrateAsOwner(server, owner.url)
    const statements = [
      'UPDATE eventlog.events SET data = data',
      'DELETE FROM eventlog.events',
      'TRUNCATE eventlog.events',
      'DROP TABLE eventlog.events',
      'ALTER TABLE eventlog.events DISABLE TRIGGER ALL',
      'ALTER TABLE eventlog.events ADD COLUMN more text',
      'CREATE TRIGGER t BEFORE INSERT ON eventlog.events EXECUTE FUNCTION app.forget_visits()',
      'UPDATE eventlog.seals SET signature = signature',
      'DELETE FROM eventlog.seals',
      'DELETE FROM eventlog.subject_keys',
      'UPDATE eventlog.subject_keys SET wrapped_key = NULL, email_hash = NULL, erased_at = now()',
      'UPDATE eventlog.subject_keys SET wrapped_key = wrapped_key',
      'INSERT INTO eventlog.erased_addresses VALUES (NULL)',
      'UPDATE eventlog.secret_mark SET mark = mark',
      'DELETE FROM eventlog.secret_mark',
      'DELETE FROM eventlog.head',
      'CREATE TABLE eventlog.mine (id int)',
      'CREATE TABLE app.mine (id int)',
      'DROP TABLE app.accounts',
      'TRUNCATE app.accounts',
      'DELETE FROM app.knex_migrations',
      'DROP FUNCTION eventlog.append',
      'CREATE ROLE mine',
      'SET SESSION AUTHORIZATION postgres',
    ]
    for (const statement of statements)
      expect([statement, await denial(server.pool, statement)]).toEqual([statement, forbidden])
  })

  it('deletes the key of a person only once the log says that the person was erased', async () => {
    const { owner, server } = await twoRoles()
    await migrateAsOwner(server, owner.url)
    const ruth = randomUUID()
    const key = (subject: string) =>
      server.pool.query('INSERT INTO eventlog.subject_keys (subject, wrapped_key) VALUES ($1, $2)', [subject, 'key'])
    const forget = `SELECT eventlog.forget_subject('${ruth}') AS forgotten`
    const erase = (subject: string, position: number) =>
      owner.pool.query(
        `INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
         VALUES ($1, $2, 0, $3, 'SubjectErased', '{}', '{}')`,
        [position, `subject-${subject}`, randomUUID()],
      )
    await key(ruth)
    await erase(randomUUID(), 1)
    expect(await denial(server.pool, forget)).toBe(forbidden)
    await erase(ruth, 2)
    expect((await server.pool.query(forget)).rows).toEqual([{ forgotten: true }])
    expect((await server.pool.query(forget)).rows).toEqual([{ forgotten: false }])
    const { rows } = await server.pool.query(
      'SELECT wrapped_key, erased_at IS NOT NULL AS erased FROM eventlog.subject_keys',
    )
    expect(rows).toEqual([{ wrapped_key: null, erased: true }])
  })

  it('has stated rights for every table, and exactly those', async () => {
    const { owner, server, role } = await twoRoles()
    await migrateAsOwner(server, owner.url)
    const { rows } = await owner.pool.query<{ table: string; rights: string[] }>(
      `SELECT format('%s.%s', schemaname, tablename) AS table, ARRAY(
         SELECT privilege FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) AS privilege
         WHERE CASE WHEN privilege = 'MAINTAIN' AND current_setting('server_version_num')::int < 170000 THEN false
           ELSE has_table_privilege($1, format('%I.%I', schemaname, tablename), privilege) END
       ) || ARRAY(
         SELECT format('UPDATE (%s)', column_name) FROM information_schema.columns
         WHERE table_schema = schemaname AND table_name = tablename
           AND has_column_privilege($1, format('%I.%I', schemaname, tablename), column_name, 'UPDATE')
           AND NOT has_table_privilege($1, format('%I.%I', schemaname, tablename), 'UPDATE')
       ) AS rights FROM pg_tables WHERE schemaname IN ('app', 'eventlog') ORDER BY 1`,
      [role],
    )
    const rights = await serverRights()
    const knowsMaintain = rows.some((row) => row.rights.includes('MAINTAIN'))
    // A table that is missing here states no rights: export `serverRights` from the migration that creates it.
    expect(Object.keys(rights).sort()).toEqual(rows.map(({ table }) => table).sort())
    for (const { table, rights: granted } of rows)
      expect([table, ...granted.sort()]).toEqual([
        table,
        ...(rights[table] ?? []).filter((right) => right !== 'MAINTAIN' || knowsMaintain).toSorted(),
      ])
  })

  it('is rejected at a start without the owner when it lacks a right; the message names the role, the right and the table', async () => {
    const { owner, server, role } = await twoRoles()
    await migrateAsOwner(server, owner.url)
    await migrateAsOwner(server, undefined)
    await owner.pool.query(
      `REVOKE INSERT ON eventlog.landmark FROM ${role}; REVOKE INSERT, DELETE ON eventlog.issued_numbers FROM ${role}`,
    )
    await expect(migrateAsOwner(server, undefined)).rejects.toThrow(
      `The role ${role} of DATABASE_URL lacks rights that the server needs: INSERT, DELETE on eventlog.issued_numbers; INSERT on eventlog.landmark. Set`,
    )
    await migrateAsOwner(server, owner.url)
    await migrateAsOwner(server, undefined)
  })

  it('owns only the read tables', { tags: 'long' }, async () => {
    const { owner, server, role } = await twoRoles()
    await migrateAsOwner(server, owner.url)
    const { http } = await createTestApp({ identity: 'real', log: 'postgres', database: server })
    expect((await http.inject('/api/prayers')).statusCode).toBe(200)
    const { rows } = await owner.pool.query(
      `SELECT DISTINCT nspname FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE relowner = '${role}'::regrole
       AND nspname NOT LIKE 'pg_%' ORDER BY 1`,
    )
    expect(rows).toEqual([{ nspname: 'read' }])
  })

  it('takes over read tables that the owner made before', async () => {
    const { owner, server } = await twoRoles()
    await migrateAsOwner(owner, undefined)
    await owner.pool.query('CREATE SCHEMA read; CREATE TABLE read.kept (id int)')
    await migrateAsOwner(server, owner.url)
    await server.pool.query('DROP TABLE read.kept')
  })

  it('is not the role that migrates', async () => {
    const { owner } = await twoRoles()
    await expect(migrateAsOwner(owner, owner.url)).rejects.toThrow(/both connect as the role/)
  })

  it('is named when it lacks a right, together with the table', async () => {
    const { owner, server, role } = await twoRoles()
    await migrateAsOwner(server, owner.url)
    const error: unknown = await server.pool.query('DELETE FROM eventlog.head').catch((refused: unknown) => refused)
    const hint = connectionErrorHint(error, { url: server.url, setting: 'DATABASE_URL' })
    expect(hint).toContain(`The role ${role} of DATABASE_URL lacks a right: permission denied for table head.`)
    expect(hint).not.toContain('site')
  })

  it('that migrates is named when it lacks a right', async () => {
    const { owner, server, role } = await twoRoles()
    const migrating = migrateAsOwner(owner, server.url)
    await expect(migrating).rejects.toThrow(StartupError)
    await expect(migrating).rejects.toThrow(`The role ${role} of DATABASE_MIGRATION_URL lacks a right:`)
  })

  it('is enough for the main path: a first admin, a prayer, its approval, an erasure, a rebuild, another seal key', {
    tags: 'long',
  }, async () => {
    const { owner, server } = await twoRoles()
    await migrateAsOwner(server, owner.url)
    const { http, core, sealer, sealKey } = await createTestApp({ identity: 'real', log: 'postgres', database: server })
    const { rows } = await server.pool.query(
      'SELECT current_user <> session_user AS is_other, usesuper FROM pg_user WHERE usename = current_user',
    )
    expect(rows).toEqual([{ is_other: false, usesuper: false }])
    const link = await createFirstAdminLink({ ...core, publicUrl: 'https://campaign.example' })
    const token = new URL(link ?? '').searchParams.get('token')
    let cookie = ''
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const answer = await http.inject({
        method,
        url,
        ...(payload && { payload }),
        headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
      })
      expect(answer.statusCode, `${url}: ${answer.body}`).toBeLessThan(300)
      return answer
    }
    const person = { email: 'ada@example.org', password: strongPassword, firstName: 'Ada', lastName: 'Byron' }
    const made = await ask('POST', '/api/auth/first-admin', { ...person, token })
    cookie = made.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const email = 'ruth@example.org'
    await ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.', email })
    await ask('POST', '/api/email-signup', { email })
    const [{ id }] = (await ask('GET', '/api/admin/prayers')).json()
    await ask('POST', `/api/admin/prayers/${id}/approve`)
    expect((await ask('GET', '/api/prayers')).json()).toMatchObject([{ prayer: 'For rain.' }])
    expect((await ask('POST', '/api/admin/erasures', { email })).json()).toEqual({ erased: true })
    await rebuild({ ...core, pool: server.pool })
    expect((await ask('GET', '/api/prayers')).json()).toEqual([])
    expect(await sealer.runOnce()).toBeGreaterThan(0)
    await sealer.close()
    const signer = newSigner()
    const code = await changeSealKey(undefined, {
      ...core,
      pool: server.pool,
      folder: await temporaryFolder(),
      sealKey: { ...sealKey, signer, publicKey: signer.publicKey },
      now: () => new Date(),
      print: () => {},
    })
    expect([code, await keyInEffect(server.pool, sealKey.firstKey)]).toEqual([0, signer.publicKey])
    await core.log.close()
  })
})
