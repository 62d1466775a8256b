import type { Knex } from 'knex'

/**
 * Accents and other marks of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic, and invisible characters.
 * Vowel signs of other scripts are letters to their readers, so they stay.
 */
const marks = [
  String.raw`\00AD\0300-\036F\0483-\0489\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0610-\061A\061C\0640\064B-\065F\0670`,
  String.raw`\06D6-\06DC\06DF-\06E4\06E7\06E8\06EA-\06ED\1AB0-\1AFF\1DC0-\1DFF\200B-\200F\202A-\202E\2060-\2064`,
  String.raw`\2066-\2069\20D0-\20FF\FE00-\FE0F\FE20-\FE2F\FEFF`,
].join('')

/**
 * The text by which the lists of the console search and sort (decisions/0071): the same for every locale, encoding of
 * an accent and version of PostgreSQL. Indexes hold the results, so these functions never change: another folding needs
 * another name.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DO $$ BEGIN
      IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'The database has the encoding %. Create it anew with ENCODING ''UTF8''.',
          current_setting('server_encoding');
      END IF;
      IF to_regcollation('pg_catalog."und-x-icu"') IS NULL THEN
        RAISE EXCEPTION 'This PostgreSQL was built without ICU. Use a build that has it, as all packages do.';
      END IF;
    END $$;

    CREATE FUNCTION app.folded(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN
      IF octet_length(words) = length(words) THEN
        RETURN lower(words COLLATE "C");
      END IF;
      words := regexp_replace(normalize(words, NFKD), U&'[${marks}]', '', 'g');
      -- Upper case first: 'ß' is 'ss', and a sigma is one wherever it stands.
      words := lower(upper(words COLLATE "und-x-icu") COLLATE "und-x-icu");
      IF octet_length(words) = length(words) THEN
        RETURN words;
      END IF;
      IF words ~ '[ςłøđðħŧæœþ]' THEN
        words := replace(replace(replace(translate(words, 'ςłøđðħŧ', 'σloddht'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
      END IF;
      RETURN CASE WHEN words IS NFC NORMALIZED THEN words ELSE normalize(words, NFC) END;
    END $$;
    COMMENT ON FUNCTION app.folded IS 'Without case, accents and composition: what people take for the same words.';

    CREATE FUNCTION app.sort_key(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN left(app.folded(words), 500);
    COMMENT ON FUNCTION app.sort_key IS 'To be sorted COLLATE "und-x-icu". A b-tree holds 2,700 bytes per row; one character may be folded to 18.';

    CREATE FUNCTION app.search_key(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN
      words := replace(app.folded(words), '\\', 'B');
      IF octet_length(words) = length(words) THEN
        RETURN words;
      END IF;
      RETURN replace(encode(convert_to(words, 'UTF8'), 'escape'), '\\', 'Q');
    END $$;
    COMMENT ON FUNCTION app.search_key IS 'Folded, and each byte beyond ASCII as Q and three digits: in a database with the locale C, only ASCII has trigrams.';

    CREATE FUNCTION app.search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN regexp_replace(app.search_key(word), '([%_])', '\\\\\\1', 'g');
    COMMENT ON FUNCTION app.search_pattern IS 'For LIKE: the search key, literally.'`)
}
