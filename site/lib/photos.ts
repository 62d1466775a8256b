/** The address of a profile photo in one of the sizes it is kept in; any other picture's address stays as it is. */
export const photoUrl = (url: string, size: 64 | 128 | 256) => url.replace(/-256\.webp$/, `-${size}.webp`)

/** What the file chooser offers. */
export const photoTypes = 'image/jpeg,image/png,image/webp'

/** Bytes. */
export const maxPhotoBytes = 5 * 1024 * 1024
