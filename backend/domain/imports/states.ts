const states = `
  AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
  DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas,
  KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi,
  MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
  NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island,
  SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington,
  WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands,
  PR Puerto Rico, VI Virgin Islands`

const pairs = states.split(',').map((state): readonly [code: string, name: string] => {
  const text = state.trim()
  return [text.slice(0, 2), text.slice(3).toUpperCase()]
})

/** Two letters of the states and territories, and of military mail. */
export const stateCodes: ReadonlySet<string> = new Set([...pairs.map(([code]) => code), 'AA', 'AE', 'AP'])
export const statesByName: ReadonlyMap<string, string> = new Map(pairs.map(([code, name]) => [name, code]))
