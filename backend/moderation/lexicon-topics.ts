/** Signs of advertising, of private details, and of talk that belongs elsewhere. */
export const topics = {
  advert: `free click buy cheap cheapest discount+ offer+ deal+ sale+ order shop sell selling subscribe subscribers channel follow followers likes promo coupon+ code winner won
    win prize+ gift giveaway claim-now claim bonus lottery jackpot casino slots betting bet earn earning earnings income profit+ invest investing investment+ investor+ returns guaranteed guarantee
    loan+ credit cash payday paypal crypto bitcoin btc ethereum eth nft token+ forex trading trader+ wallet viagra cialis pills pharmacy weight-loss keto supplement+ slim detox
    escort+ dating singles hot webcam cam xxx porn nudes adult essay+ seo backlinks traffic-boost rank hosting website+ whatsapp telegram dm inbox txt text sms
    unsubscribe apply limited hurry urgent act instant instantly risk-free easy home-based wire transfer inheritance prince beneficiary iphone replica rolex luxury
    mobile ringtone+ ringtones voucher+ reward+ awarded customer service delivery shipping wholesale testosterone miracle spell caster cbd vape lowest price prices pricing membership premium
    trial signup sign-up refinance mortgage quote investors passive doubled double multiply vip stream streaming download unlock hack hacker+ recovery`,
  money: `dollar+ usd euro+ pound+ grand million+ billion+ thousand+ thousands money buck+ pay paid payment+ fee+ price salary weekly per percent rich wealthy`,
  /** Private details, by name. */
  privateDetail: `address addresses home-address phone cell number license licence plate ssn social-security-number passport apartment apt workplace employer landlord schedule
    whereabouts birthday dob email gmail yahoo account password doxx dox doxxed doxxing doxing real-name identity lives live resides living house-number unit suite gps
    location coordinates photo+ license-plate drives route shift bus stop daycare school-bus parked driveway home`,
  /** Acts that a doxxer asks the readers to do with them. */
  visit: `visit pay-visit drop by go knock show stop-by ring call phone-up blow spam flood everyone share pass spread expose exposed leak leaked dropping dropped here's heres found dug
    follow surprise greet thank deserve egg let know swarm tell mail send deliver outside`,
  office: `office offices hotline headquarters hq clerk department switchboard official district-office campaign-office city-hall statehouse public-meeting agenda meeting+ hearing+ hours library
    courthouse precinct press-office constituent-services directions venue`,
  leisure: `recipe+ bake baked baking oven sauce pasta pizza chicken soup salad cake cookie+ cookies bread dough garlic cheese grill grilled bbq barbecue dinner lunch breakfast coffee
    restaurant+ brunch wine beer game+ gaming gamer+ xbox playstation ps5 nintendo switch minecraft fortnite zelda console level boss quest raid team+ season playoff+ playoffs
    touchdown quarterback coach league nba nfl mlb nhl soccer football basketball baseball hockey golf tennis score scored scoring goal+ match championship
    draft roster movie+ film+ netflix series episode+ season-finale actor actress trailer anime manga album+ song+ band concert+ guitar playlist lyrics singer singing dance
    cat+ kitten+ puppy puppies vet pet+ hamster aquarium fish goldfish homework algebra calculus equation geometry essay-topic chemistry biology exam quiz math triangle
    laptop printer router wifi bluetooth battery charger windows mac linux android app phone-case headphones graphics gpu cpu keyboard tire+ brakes engine oil transmission mileage car truck
    garden tomato+ tomatoes plant+ seeds lawn mower knitting crochet sewing yarn craft+ paint painting hobby hobbies horoscope zodiac aquarius gemini scorpio leo dream+ haircut hair
    makeup mascara skincare shampoo outfit dress shoes sneakers fashion workout gym squats bench-press marathon yoga diet calories vacation hotel flight beach cruise camping
    hiking fishing weather rain snow sunset meme+ memes puzzle crossword riddle trivia movie-night karaoke birthday-party lego doll+ toy+ novel mattress couch fridge
    dishwasher vacuum blender lasagna taco+ tacos chili ramen sushi smoothie espresso ice-cream chocolate`,
  asking: `anyone who what which how why where recommend recommendation+ recommendations suggestion+ tips advice help-me favorite favourite think looking selling trade watching watched listening tried`,
} as const
