/**
 * Personal data: one AES-256 key per subject, wrapped by the master key that lives outside the database.
 * A subject is a random UUID; which address it belongs to is kept beside the key and goes with it.
 */
export interface SubjectKeys {
  /** The subject of an address (any case); made, durably, when there is none or it was erased. */
  forEmail(email: string): Promise<string>
  /** A new subject for somebody who gave no address. */
  anonymous(): Promise<string>
  /** The living subject of an address, null when there is none. */
  find(email: string): Promise<string | null>
  /** From now on no address leads to this subject: its person moved on to another one. The key stays. Twice is fine. */
  unlink(subject: string): Promise<void>
  /** HMAC-SHA-256 (hex) of the lower-cased address: names reservation streams. */
  emailHash(email: string): string
  /**
   * Unwrapped keys by subject; 'erased' for a forgotten one; absent when never known (an alarm).
   * Never a key that this process has forgotten; one forgotten by another process for at most 5 s longer.
   */
  read(subjects: readonly string[]): Promise<Map<string, SubjectKey>>
  /** Deletes the key and the link to the address. Doing it twice is fine. Comes after SubjectErased is appended. */
  forget(subject: string): Promise<void>
  /** The log was seen to say that these are erased: a cached key is not served again. */
  seenErased(subjects: readonly string[]): void
}

/** 32 bytes, or 'erased' once the person is forgotten. */
export type SubjectKey = Uint8Array | 'erased'

/** Subjects are UUIDs in lower case. */
export const isSubject = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
