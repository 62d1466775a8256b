/**
 * The passwords people choose most, kept short: words, and the few decorations nearly everybody gives them
 * (capitals, letters as digits, a year or '!' around, the word twice), besides rows of the keyboard and repetitions.
 */
const words = new Set(
  `
  password passwort passw0rd passwd passphrase mypassword thepassword newpassword yourpassword password1 secret
  topsecret mysecret private access letmein letmeinnow openup opensesame welcome welcomeback welcomehome hello
  hellohello helloworld hithere login logmein signin admin administrator adminadmin root rootroot superuser sysadmin
  master webmaster manager guest user username testuser test testing testtest tester temp temporary default changeme
  changeit changethis change example sample demo nothing none noidea forgot forgotit whatever idontknow idontcare
  dontknow trustno trustme trustnoone iloveyou iloveme iloveu ilovejesus ilovegod iloveyousomuch loveyou loveme
  lovelove love lover lovers forever foreverlove always together sweetheart sweetie sweety honey honeybee baby
  babygirl babyboy babyblue babydoll babes princess prince queen king kingkong kingdom angel angels angelica heaven
  sunshine sunflower sunny sunset moonlight moon moonshine star starlight starwars startrek stargate rainbow rainbows
  butterfly dragonfly flower flowers rose roses daisy lily violet jasmine tigerlily cherry strawberry blueberry
  orange banana apple apples pineapple peaches peanut cookie cookies chocolate candy cupcake pumpkin pepper ginger
  cheese butter coffee icecream pizza chicken bacon monkey monkeys dragon dragons dragonball tiger tigers lion lions
  panther bear bears teddybear puppy doggie doggy dog dogs kitty kitten hellokitty cat cats pussycat horse horses
  pony eagle eagles falcon falcons hawk phoenix dolphin dolphins turtle spider spiderman batman superman superstar
  ironman wolverine hulk thor captain joker matrix terminator gandalf frodo hobbit merlin wizard magic magical
  harrypotter hogwarts dumbledore pokemon pikachu charizard mario nintendo zelda playstation xbox minecraft fortnite
  roblox warcraft worldofwarcraft starcraft counterstrike callofduty halo assassin ninja samurai pirate pirates
  hunter shadow darkness darkangel dark darkside devil demon lucifer satan hell evil death killer killers reaper
  ghost vampire zombie skull slipknot metallica nirvana eminem beatles elvis madonna rockstar rocknroll rock guitar
  music drummer dancer dancing football soccer baseball basketball hockey golf golfer tennis volleyball softball
  swimming skater skateboard snowboard surfer cricket rugby boxing liverpool chelsea arsenal manchester barcelona
  realmadrid juventus milan ronaldo messi beckham jordan michael jackson lakers yankees redsox cowboys steelers
  packers broncos raiders chargers patriots colts pacers hoosiers indiana indianapolis cubs cardinals celtics bulls
  america american americanpie usa unitedstates freedom liberty justice patriot democracy republican democrat
  congress president president1 campaign election vote voter victory winner winning champion champions blessed
  blessing blessings faith hope grace prayer prayers jesus jesuschrist jesuslovesme jesusislord christ christian
  church bible gospel savior amen godisgood godislove godbless hallelujah trinity genesis summer winter spring
  autumn fall january february march april june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday christmas halloween birthday happy happyday happiness smile smiley
  lucky luckyme fortune diamond diamonds gold golden goldfish silver platinum crystal pearl ruby emerald money
  moneymoney dollar dollars rich millionaire casino poker jackpot ferrari porsche mercedes mustang corvette camaro
  chevy chevrolet toyota honda harley harleydavidson yamaha kawasaki suzuki truck trucker racing racecar speedy
  turbo thunder lightning storm stormy tornado hurricane blizzard fire fireman firefighter fireball ice iceman
  snowman snowball snow water ocean beach island paradise hawaii florida texas california newyork chicago boston
  london paris berlin england scotland ireland germany france canada mexico australia india china japan tokyo
  computer internet google facebook twitter instagram youtube yahoo hotmail gmail samsung iphone android apple123
  windows microsoft linux ubuntu server database oracle cisco network wireless router backup system security
  qwerty qwertyu qwertyuiop qwertz azerty asdf asdfgh asdfghjkl asdfasdf zxcvbn zxcvbnm qazwsx qazwsxedc qweasd
  qweasdzxc qweqwe asdasd zxczxc abcabc abcdef abcdefg abcdefgh abcd abc abcxyz aaaaaa xxxxxx zzzzzz michelle
  jennifer jessica ashley amanda nicole daniel daniela danielle andrew joshua matthew anthony robert thomas charlie
  charles george william richard joseph david johnson johndoe johnny jonathan christopher christian1 christine
  christina elizabeth victoria alexander alexandra alexandria samantha stephanie sebastian benjamin patrick patricia
  maggie maxwell maverick bailey buster cooper rocky lucky1 molly sophie sadie jackie jasper oliver olivia isabella
  isabelle gabriel gabriela gabrielle brandon brittany heather melissa rebecca rachel hannah lauren taylor taylorswift
  justin justinbieber onedirection austin dakota cheyenne montana phoenix1 sierra mercury saturn jupiter venus mars
  apollo zeus athena hercules spartan trojan warrior warriors gladiator knight knights soldier military marines
  army navy airforce sniper bullet shotgun weapon colt remington winchester blackhawk blackjack blackbird black
  blacky blue bluebird bluesky bluemoon red redhead redrose green greenday yellow purple pink pinky white brown
  blink182 mustang1 charlie1 number1 numberone one onetwo onetwothree unknown anonymous hacker hacked cracker
  fuckyou fuckme fuckoff fuckit asshole bitch bitches bullshit shithead badboy badgirl badass bigboy bigdaddy
  bigdog playboy sexy sexybaby sexygirl sexyboy pussy porn hardcore naked cocacola coca pepsi budweiser heineken
  jackdaniels marlboro cannabis marijuana weed smokeweed stoner mother father mommy daddy mom dad family familia
  brother sister children friend friends bestfriend bestfriends friendship boyfriend girlfriend husband wife
  married wedding teamo teamomucho tequiero amor amore mivida corazon contrasena contrasenya senha motdepasse
  bonjour soleil doudou chouchou loulou hallo hallohallo schatz geheim passwort1 sommer ficken ciao ciaociao juventus1
  privet parol natasha marina svetlana lalala lalalala blabla blablabla nananana hahaha hahahaha lollol lolol
  correcthorsebatterystaple thisisapassword thisismypassword mypasswordis passwordpassword iamthebest iamawesome
  imthebest thebest awesome cool coolcool coolguy coolgirl cutie cutiepie pretty prettygirl beautiful gorgeous
  handsome genius smart stupid idiot loser crazy crazygirl gangster gangsta thuglife westside eastside southside
  northside brooklyn compton hiphop rapper reggae jamaica rasta bobmarley marley tupac biggie snoopdogg fiftycent
  tinkerbell mickey mickeymouse minnie minniemouse donald donaldduck goofy pluto bambi simba nemo shrek garfield
  snoopy scooby scoobydoo spongebob homer simpsons bart futurama southpark eeyore winnie winniethepooh tigger piglet
  barbie cinderella snowwhite ariel belle aladdin pinocchio peterpan neverland wonderland alice alicia adidas nike
  reebok converse vans puma gucci prada chanel lacoste supreme nopassword administrator1 asdf1234 pass word passpass
  `.match(/\S+/g),
)

const rows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'abcdefghijklmnopqrstuvwxyz',
]
const columns = [
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
]
const reversed = (text: string) => [...text].reverse().join('')
const runs = [...rows, ...columns].flatMap((row) => [row, reversed(row)])

const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const asLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign)

/** Whether the password is one that guessing programs try first. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const unit = repeatedUnit(lower)
  return unit.length <= 3 || isWord(lower) || isWord(unit) || isOfRuns(lower) || isOfRuns(stripped(lower))
}

/** Up to six signs or digits around a word, and up to four more, hide it from nobody. */
const stripped = (text: string) => text.replace(/^[^a-z]{1,4}/, '').replace(/[^a-z]{1,6}$/, '')

function isWord(text: string): boolean {
  const spoken = text.replace(/(?<=[a-z])[\s._-](?=[a-z])/g, '')
  const core = stripped(spoken)
  return [spoken, core, stripped(asLetters(core)), repeatedUnit(core)].some((form) => words.has(form))
}

/** The shortest text that, written again and again, gives this one: 'abc' for 'abcabcab'. */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.slice(length) === text.slice(0, -length)) return text.slice(0, length)
  return text
}

/** Made of nothing but stretches of the keyboard or the alphabet, three keys or longer: 'qwerty12345'. */
function isOfRuns(text: string): boolean {
  let rest = text
  while (rest.length > 0) {
    let length = rest.length
    while (length >= 3 && !runs.some((run) => run.includes(rest.slice(0, length)))) length--
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return text.length > 0
}
