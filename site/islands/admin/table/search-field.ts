/** The search field of the table on the screen: takes the focus when the row that had it is gone. */
export const searchField = {
  get current() {
    return document.querySelector<HTMLElement>('[data-console-search]')
  },
}
