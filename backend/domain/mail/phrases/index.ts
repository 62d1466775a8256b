import { ar } from './ar.ts'
import { bg } from './bg.ts'
import { ca } from './ca.ts'
import { cs } from './cs.ts'
import { da } from './da.ts'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fi } from './fi.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hr } from './hr.ts'
import { hu } from './hu.ts'
import { id } from './id.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { no } from './no.ts'
import type { Meaning, Phrases } from './phrases.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'
import { sv } from './sv.ts'
import { th } from './th.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'
import { vi } from './vi.ts'
import { zh } from './zh.ts'

const languages: readonly Phrases[] = [
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  sv,
  da,
  no,
  fi,
  pl,
  cs,
  hu,
  tr,
  ru,
  uk,
  ja,
  zh,
  ko,
  ro,
  el,
  bg,
  hr,
  vi,
  id,
  th,
  he,
  ar,
  ca,
]

/** All phrases with this meaning, as alternatives of one regular expression. */
export const anyOf = (meaning: Meaning): string => languages.flatMap((language) => language[meaning] ?? []).join('|')

/** Finds them in words. */
export const saying = (meaning: Meaning): RegExp => new RegExp(anyOf(meaning), 'i')
