import { listed } from './template.ts'

/** Slots that templates share. Groups of every kind, so that naming one never means hate by itself. */
export const groups = listed(`
  women, girls, wives, feminists, gay people, gays, lesbians, bisexuals, queer people, trans people,
  transgender people, trans women, black people, Black men, black women, African Americans, Africans, Nigerians,
  Somalis, Haitians, white people, Asians, Chinese people, Koreans, Filipinos, Indians, Pakistanis, Arabs,
  Palestinians, Iranians, Syrians, Turks, Mexicans, Latinos, Hispanics, Guatemalans, Hondurans, Puerto Ricans,
  Native Americans, Roma, Poles, Ukrainians, Russians, Jews, Jewish people, Muslims, Sikhs, Hindus, Buddhists,
  Christians, Catholics, Mormons, atheists, immigrants, migrants, refugees, asylum seekers, foreigners,
  undocumented immigrants, disabled people, the disabled, deaf people, blind people, autistic people, autistic kids,
  people in wheelchairs, people with Down syndrome, old people`)

export const persons = listed(`
  woman, girl, gay man, gay guy, lesbian, bisexual, queer kid, trans woman, trans man, trans person,
  transgender kid, black man, black woman, Black person, African, Nigerian, Somali, white man, Asian, Asian woman,
  Chinese man, Korean, Pakistani, Arab, Palestinian, Iranian, Mexican, Latina, Latino, Hispanic guy,
  Native American, Jew, Jewish man, Jewish woman, Muslim, Muslim woman, Sikh, Hindu, Christian, Catholic, Mormon,
  atheist, immigrant, migrant, refugee, foreigner, disabled person, disabled woman, deaf man, blind woman,
  autistic child, wheelchair user`)

export const slurs = listed(`
  n*****s, f*****s, k*kes, sp*cs, ch*nks, tr*nnies, r*tards, w*tbacks, p*kis, d*kes, c**ns, g**ks, r*gheads,
  cr*pples`)
export const slur = listed(`
  n*****, f*****, k*ke, sp*c, ch*nk, tr*nny, r*tard, w*tback, p*ki, d*ke, c**n, g**k, r*ghead, cr*pple`)

/** People by what they do or choose, a matter that no law protects. */
export const others = listed(`
  bankers, landlords, lawyers, hedge fund managers, lobbyists, telemarketers, politicians, billionaires, CEOs,
  realtors, vegans, bikers, hunters, golfers, cyclists, smokers, hipsters, influencers, gamers, students,
  consultants, umpires, drivers from Ohio, Packers fans, car salesmen, insurance companies, bureaucrats, reporters,
  capitalists, socialists, libertarians, Democrats, Republicans`)

export const figures = listed(`
  the governor, the senator, our congressman, the congresswoman, the mayor, the president, this administration,
  the speaker, the county commissioner, the incumbent, the school board, our representative, the attorney general,
  the secretary, the majority leader, Senator Hadley, Governor Marsh, Congressman Ellery, Mayor Quint,
  the other candidate, the party leadership, the chief justice`)

export const issues = listed(`
  the gun bill, the tax bill, the farm bill, this bill, HB 1402, the abortion law, the amendment,
  the immigration bill, the border deal, the school voucher plan, the health care bill, the carbon tax, the budget,
  the police reform act, the wind farm ordinance, the annexation plan, the property tax cap,
  the minimum wage increase, the pipeline, the solar ordinance, the LEAP project, Medicare for All,
  the tariff package, right to work, the bail reform law, the drag show ban, the book ban, the trade deal,
  the voting rights act, the spending bill, the mandate, the zoning change, the levy`)

export const places = listed(`
  Lafayette, Crawfordsville, Lebanon, Danville, Plainfield, Brownsburg, Greencastle, Delphi, Monticello, Rensselaer,
  Frankfort, Attica, Avon, Zionsville, Williamsport, Tippecanoe County, Boone County, Hendricks County,
  Putnam County, our district`)

export const names = listed(`
  Tara Wexley, Milo Brandt, Jonah Pell, Odette Marrow, Gus Tilden, Priya Solane, Hank Dorrow, Lena Voss,
  Curtis Amble, Renee Holloway, Bram Castell, Nadine Fross, Theo Larkin, Wanda Pruett, Eli Stroud, Marisol Quent,
  Dale Rooker, Ivy Tanner, Samir Noll, Greta Moss`)
export const handles = listed(`
  freedomfan22, maple_mom, truckerjoe, bluebird88, hoosier_hal, gunny4, kt_marie, old_oak, lib_larry, cornfed,
  quietvoter, rivercity7`)
export const first = listed(`
  Tara, Milo, Jonah, Odette, Gus, Priya, Hank, Lena, Curtis, Renee, Bram, Nadine, Theo, Wanda, Eli, Marisol, Dale,
  Ivy, Samir, Greta`)
