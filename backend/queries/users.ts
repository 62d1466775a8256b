import type { Knex } from 'knex'

/** Column `as`: the person joined from `read.users` under an alias, as one JSON object; null when there is none. */
export const personOf = (knex: Knex, alias: string, as: string): Knex.Raw =>
  knex.raw(
    `CASE WHEN :id: IS NOT NULL
     THEN jsonb_build_object('firstName', :firstName:, 'lastName', :lastName:, 'email', :email:) END AS :as:`,
    {
      as,
      id: `${alias}.id`,
      firstName: `${alias}.first_name`,
      lastName: `${alias}.last_name`,
      email: `${alias}.email`,
    },
  )

/** 'First Last', else the address. */
export const nameOf = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

export type Person = { firstName: string | null; lastName: string | null; email: string }
