"""Closed lists of words that tell one kind of statement from another.

They are deliberately short of complete: a word that is missing costs one statement, a word that
is wrong costs trust. Everything is in small letters unless it says otherwise.
"""

import re
from collections.abc import Iterable


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


def pattern_of(words: Iterable[str]) -> str:
    """Return words as the alternatives of a pattern, longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def phrases_of(text: str) -> frozenset[str]:
    """Return the phrases between the commas of a text as a set."""
    return frozenset(phrase.strip() for phrase in " ".join(text.split()).split(","))


PARTNERS = words_of(
    """wife husband girlfriend boyfriend partner fiancé fiancée fiance fiancee spouse hubby
    missus wifey bf gf"""
)

FEMALE = words_of(
    """mother mum mom mummy mama sister daughter wife girlfriend aunt auntie niece grandmother
    grandma gran nan nana nanna nonna granny stepmother stepmum stepmom stepsister
    stepdaughter granddaughter fiancée mother-in-law sister-in-law daughter-in-law godmother
    goddaughter"""
)
MALE = words_of(
    """father dad daddy papa brother son husband boyfriend uncle nephew grandfather grandpa
    granddad grandad stepfather stepdad stepbrother stepson grandson fiancé father-in-law
    brother-in-law son-in-law godfather godson hubby"""
)
FAMILY = ((FEMALE | MALE) - PARTNERS) | words_of(
    """cousin twin sibling child kid baby toddler grandchild stepchild godchild newborn"""
)

FAMILY_PLURALS = words_of(
    """kids children sons daughters sisters brothers siblings twins triplets cousins
    grandchildren grandkids nieces nephews stepchildren stepkids aunts uncles babies boys
    girls grandparents parents stepsons stepdaughters grandsons granddaughters toddlers"""
)

ACQUAINTANCES = words_of(
    """friend colleague coworker co-worker boss manager roommate flatmate housemate neighbour
    neighbor teammate classmate landlord landlady teacher professor supervisor mentor
    therapist doctor assistant intern student client trainer coach buddy mate ex ex-wife
    ex-husband ex-girlfriend ex-boyfriend dentist bandmate cofounder co-founder nanny
    babysitter tutor penpal guest"""
)

PEOPLE = PARTNERS | FAMILY | ACQUAINTANCES
PLURAL_PEOPLE = FAMILY_PLURALS | words_of(
    "parents in-laws grandparents friends neighbours neighbors"
)

# Relations that stand without "my" as a name does: "Mum's terrified of heights".
NAMELESS = words_of("""mum mom dad grandma grandpa nan granny mama papa granddad grandad""")
# These stand without "my" only right before a verb: "hubby's vegan", "nephew's 9".
BARE_RELATIONS = words_of(
    """hubby wifey wife husband sister brother daughter son nephew niece boyfriend girlfriend bf gf
    flatmate roommate missus"""
)

ANIMALS = words_of(
    """dog cat puppy kitten hamster rabbit bunny parrot budgie budgerigar cockatiel canary
    goldfish fish tortoise turtle snake gecko lizard iguana horse pony donkey goat pig sheep
    chicken hen duck goose ferret rat mouse gerbil chinchilla hedgehog axolotl tarantula bird
    guinea-pig pup kitty greyhound labrador lab poodle beagle dachshund corgi collie husky
    bulldog pug terrier spaniel retriever shepherd chihuahua dalmatian whippet lurcher
    schnauzer boxer rottweiler mutt labradoodle cockapoo shih-tzu maltese pomeranian tabby
    siamese ragdoll sphynx betta cockerel alpaca llama parakeet macaw cockatoo tomcat stray
    goldendoodle malamute akita samoyed staffie weimaraner vizsla newfoundland doberman
    mastiff pitbull rescue"""
)
# As a pet only with a name or "a rescue dog": "rescue" alone is none.
ANIMALS -= {"rescue", "boxer", "lab", "fish", "shepherd"}
ANIMALS |= {"guinea pig", "german shepherd", "border collie", "golden retriever"}
ANIMAL_PLURALS = frozenset(f"{name}s" for name in ANIMALS if not name.endswith("s")) | words_of(
    """puppies ponies mice geese canaries huskies fish bunnies sheep kitties collies"""
)

POSSESSIONS = words_of(
    """car bike bicycle motorbike motorcycle scooter moped van truck pickup camper campervan
    caravan motorhome boat sailboat kayak canoe yacht house flat apartment condo cottage cabin
    farm houseboat allotment garden piano guitar violin cello drums ukulele banjo keyboard
    synthesizer synth saxophone trumpet flute accordion harp laptop macbook ipad tablet phone
    iphone smartphone camera telescope drone computer pc console playstation xbox switch
    kindle printer 3d-printer tv television projector turntable vespa tesla volvo toyota honda
    subaru bmw audi volkswagen vw ford mazda kia hyundai fiat renault peugeot skoda mini prius
    corolla civic jeep porsche mercedes tent surfboard snowboard skateboard skis sofa couch
    loom kiln lathe greenhouse sauna hot-tub pool treadmill rowing-machine espresso-machine
    shop bakery restaurant café cafe vineyard timeshare e-bike ebike cargo-bike tractor
    e-reader ereader sewing-machine typewriter record-player tandem smartwatch watch plot land
    villa bungalow townhouse studio duplex loft pickup-truck unicycle trampoline hammock suv
    hatchback convertible minivan clarinet oboe bass double-bass mandolin turntables
    headphones workshop barn orchard shed motorcycle dirt-bike quad hearse"""
)

CONDITIONS = words_of(
    """asthma diabetes epilepsy migraine migraines arthritis adhd add autism anxiety
    depression insomnia eczema psoriasis tinnitus vertigo anaemia anemia hypothyroidism
    hyperthyroidism coeliac celiac endometriosis pcos fibromyalgia lupus scoliosis sciatica
    osteoporosis hypertension glaucoma cataracts dyslexia dyspraxia dyscalculia ptsd ocd ibs
    ibd gerd gout cancer leukaemia leukemia lymphoma melanoma parkinson's parkinsons
    alzheimer's dementia ms hiv covid long-covid bipolar schizophrenia narcolepsy haemophilia
    hemophilia rosacea alopecia vitiligo crohn's crohns colitis hashimoto's copd bronchitis
    pneumonia tuberculosis hepatitis thalassaemia thalassemia hemochromatosis raynaud's pots
    cfs hayfever sinusitis astigmatism prosopagnosia aphantasia synaesthesia rheumatism
    fibroids shingles psoriatic apnea apnoea lyme sarcoidosis tourette's tourettes neuropathy
    cystitis tendonitis tendinitis bursitis labyrinthitis meniere's ménière's afib arrhythmia
    chickenpox measles mumps tonsillitis rsi angina hyperacusis prediabetes pre-diabetes colour-blindness color-blindness"""
)
CONDITION_PHRASES = phrases_of(
    """high blood pressure, low blood pressure, type 1 diabetes, type 2 diabetes, type one
    diabetes, type two diabetes, celiac disease, coeliac disease, crohn's disease, multiple
    sclerosis, sleep apnea, sleep apnoea, a bad back, a bad knee, bad knees, a heart murmur, a
    heart condition, a pacemaker, a slipped disc, a herniated disc, hearing loss, hay fever,
    chronic fatigue, chronic pain, chronic migraines, an underactive thyroid, an overactive
    thyroid, long covid, high cholesterol, lyme disease, restless legs, rheumatoid arthritis,
    ulcerative colitis, sickle cell disease, cystic fibrosis, irritable bowel syndrome, acid
    reflux, kidney stones, panic attacks, a stammer, a stutter, social anxiety, seasonal
    depression, postnatal depression, bipolar disorder, dust mite asthma, kidney disease,
    heart disease, a hearing aid, hearing aids, a prosthetic leg, psoriatic arthritis, lactose
    intolerance, gluten intolerance, a bad shoulder, a bad hip, tennis elbow, plantar
    fasciitis, dodgy knees, a dodgy knee, a dodgy hip, a dodgy back, a weak heart, a bad heart,
    bad eyesight, poor eyesight, a bad ankle, a dodgy shoulder, tinnitus, carpal tunnel, carpal
    tunnel syndrome"""
)
CONDITION_ADJECTIVES = phrases_of(
    """diabetic, type 1 diabetic, type 2 diabetic, asthmatic, epileptic, autistic, dyslexic,
    coeliac, celiac, colour-blind, colourblind, color-blind, colorblind, colour blind, color
    blind, deaf, blind, hard of hearing, partially deaf, partially sighted, legally blind,
    anaemic, anemic, bipolar, neurodivergent, dyspraxic, haemophiliac, hemophiliac, pregnant,
    hiv positive, immunocompromised, prediabetic, a diabetic, a coeliac, a celiac, an
    asthmatic, an epileptic, deaf in one ear, deaf in my left ear, deaf in my right ear, blind
    in one eye, red-green colour-blind, red-green colorblind, a type 1 diabetic, a type 2
    diabetic, nearsighted, short-sighted, shortsighted, far-sighted, hypermobile"""
)

DIETS = phrases_of(
    """vegan, vegetarian, pescatarian, pescetarian, flexitarian, veggie, plant-based, plant
    based, keto, paleo, halal, kosher, gluten-free, gluten free, dairy-free, dairy free,
    low-carb, low carb, sugar-free, sugar free, carnivore, raw vegan, teetotal, teetotaller,
    fruitarian, low-fodmap, low fodmap, lacto-vegetarian, mediterranean, omnivore,
    ovo-vegetarian, mostly vegetarian, mostly vegan, strictly vegetarian, strictly vegan,
    strict vegetarian, strict vegan, lifelong vegetarian, lifelong vegan, nut-free,
    low-sodium, low-salt, raw food, whole30"""
)

RELATIONSHIPS = phrases_of(
    """single, married, divorced, engaged, widowed, separated, a widow, a widower, in a
    relationship, happily married, newly single, recently divorced, recently engaged, newly
    engaged, newly married, recently married, single again, a bachelor, in a long-distance
    relationship, happily single, recently separated, twice divorced, recently widowed, in an
    open relationship, newly divorced, in a long distance relationship, freshly divorced,
    happily divorced, polyamorous, a divorcee, a newlywed, newlyweds, in a civil partnership,
    still single, still married"""
)

LANGUAGES = words_of(
    """english french german spanish italian portuguese dutch flemish danish swedish norwegian
    finnish icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian
    ukrainian belarusian serbian croatian bosnian slovene slovenian albanian macedonian
    latvian lithuanian estonian irish gaelic welsh breton basque catalan galician occitan
    maltese arabic hebrew yiddish persian farsi dari pashto kurdish urdu hindi punjabi bengali
    gujarati marathi tamil telugu kannada malayalam sinhala nepali chinese mandarin cantonese
    hokkien japanese korean vietnamese thai lao khmer burmese malay indonesian tagalog
    filipino javanese swahili amharic somali yoruba igbo hausa zulu xhosa afrikaans shona twi
    wolof georgian armenian azerbaijani kazakh uzbek mongolian tibetan esperanto latin bsl asl
    quechua guarani nahuatl māori maori hawaiian samoan luxembourgish frisian faroese sanskrit
    romansh ladino cornish scots sami tigrinya kinyarwanda berber tamazight sardinian sicilian
    papiamento auslan hmong"""
)

NATIONALITIES = (
    LANGUAGES
    - words_of(
        """latin mandarin cantonese farsi yiddish esperanto hindi urdu gaelic sanskrit bsl asl
    swahili auslan english"""
    )
) | words_of(
    """english british scottish american canadian mexican brazilian argentinian argentine
    chilean colombian peruvian venezuelan cuban australian austrian swiss belgian indian
    pakistani bangladeshi egyptian moroccan algerian tunisian nigerian ghanaian kenyan
    ethiopian ugandan south-african israeli iranian iraqi syrian lebanese jordanian saudi
    afghan sudanese taiwanese singaporean malaysian cypriot kiwi aussie puerto-rican dominican
    jamaican haitian ecuadorian bolivian uruguayan paraguayan guatemalan honduran salvadoran
    nicaraguan costa-rican panamanian senegalese ivorian cameroonian congolese angolan
    mozambican zimbabwean rwandan tanzanian palestinian kuwaiti emirati yemeni omani qatari
    sri-lankan bavarian tasmanian texan californian andalusian sicilian québécois quebecois
    moldovan montenegrin kosovar chechen uzbek glaswegian mancunian liverpudlian aberdonian
    dundonian bristolian geordie scouse brummie cockney orcadian neapolitan venetian milanese
    viennese muscovite sardinian corsican tyrolean tuscan galician valencian"""
)

OCCUPATIONS = words_of(
    """accountant actor actress actuary acupuncturist administrator advisor adviser agent
    analyst anaesthetist anesthesiologist anthropologist apprentice arborist archaeologist
    archeologist architect archivist artist assistant astronomer astrophysicist attorney
    auditor author baker bank-teller banker barber barista barman barrister bartender
    beekeeper biochemist biologist blacksmith boatbuilder bookbinder bookkeeper bookseller
    botanist brewer bricklayer broker builder butcher cabinetmaker caretaker carer caregiver
    carpenter cartographer cashier chef chemist chiropractor choreographer cinematographer
    cleaner clerk coach coder comedian composer conductor conservator consultant contractor
    controller cook copywriter coroner counsellor counselor courier curator dancer dentist
    dermatologist designer detective developer dietician dietitian director diver doctor doula
    dressmaker driver ecologist economist editor electrician engineer entrepreneur
    epidemiologist estate-agent farmer farrier ferryman filmmaker firefighter fisherman
    florist forester founder freelancer funeral-director gardener geneticist geographer
    geologist glassblower glazier goldsmith grocer groundskeeper guard guide gynaecologist
    hairdresser handyman harpist historian housekeeper hydrologist illustrator immunologist
    instructor interpreter investor janitor jeweller jeweler journalist judge keeper labourer
    lawyer lecturer librarian lifeguard linguist locksmith logistician luthier machinist
    magician manager marketer mason masseur masseuse mathematician mechanic meteorologist
    microbiologist midwife miner model musician neurologist neuroscientist notary novelist
    nurse nutritionist obstetrician oceanographer officer oncologist operator ophthalmologist
    optician optometrist orthodontist osteopath paediatrician painter palaeontologist
    paleontologist paralegal paramedic pastor pathologist pediatrician pharmacist
    pharmacologist photographer physician physicist physio physiologist physiotherapist
    pianist piano-tuner pilot plasterer plumber podiatrist poet policeman policewoman
    politician porter postdoc postman potter priest principal printer producer professor
    programmer psychiatrist psychologist psychotherapist publicist rabbi radiographer
    radiologist radiographer ranger realtor receptionist recruiter referee reporter researcher
    roofer sailor salesman saleswoman salesperson scientist screenwriter sculptor seamstress
    secretary shepherd shopkeeper singer sociologist social-worker soldier solicitor sommelier
    sonographer statistician steward stewardess stonemason stuntman stylist supervisor surgeon
    surveyor tailor tattooist taxidermist teacher technician technologist teller therapist
    toxicologist trader trainer translator treasurer tutor undertaker upholsterer urologist
    usher vet veterinarian vicar violinist violist waiter waitress warden watchmaker weaver
    welder winemaker woodworker worker writer zookeeper zoologist paediatrician planner
    stagehand lexicographer postwoman trucker estimator cto ceo cfo coo vp sre copyeditor
    proofreader subeditor physiatrist conservationist dj glaciologist volcanologist
    seismologist ornithologist entomologist perfumer puppeteer sysadmin webmaster
    radiotherapist sexologist hypnotherapist audiologist prosthetist phlebotomist hygienist
    optometrist stenographer dispatcher underwriter landscaper stockbroker cobbler milliner
    tiler scaffolder crofter joiner roaster geophysicist hydrogeologist toolmaker cellist drummer
    guitarist bassist saxophonist percussionist organist videographer animator cartoonist
    playwright dramatist lyricist songwriter podcaster ceramicist printmaker engraver
    calligrapher silversmith saddler thatcher rigger fitter boilermaker pipefitter steelworker
    millwright logger lumberjack rancher horticulturist agronomist jockey acrobat doorman
    concierge butler housemaid governess dishwasher cheesemonger fishmonger greengrocer
    ironmonger geriatrician cardiologist gastroenterologist endocrinologist rheumatologist
    nephrologist haematologist hematologist neurosurgeon embryologist virologist
    bacteriologist geochemist climatologist ethnographer musicologist philologist theologian
    egyptologist criminologist demographer bailiff magistrate prosecutor conveyancer diplomat
    councillor lobbyist chaplain deacon imam sergeant paratrooper submariner bodyguard postie
    cabbie chauffeur skipper deckhand docker stevedore hairstylist manicurist beautician
    cosmetologist masseuse fundraiser quant appraiser valuer auctioneer registrar headteacher
    headmaster headmistress schoolteacher merchandiser typist typesetter clockmaker
    shoemaker cooper distiller chocolatier confectioner restaurateur caterer hotelier
    innkeeper publican greenkeeper groundsman dev"""
)
# Heads of an occupation only with a word before them: "a stay-at-home mum", "a history major".
OCCUPATION_PHRASES = phrases_of(
    """stay-at-home mum, stay-at-home mom, stay-at-home dad, stay-at-home parent, stay at home
    mom, stay at home mum, stay at home dad, house husband, househusband, housewife,
    homemaker, pensioner, student, phd student, postgrad, undergraduate, undergrad, grad
    student, graduate student, medical student, law student, nursing student, phd candidate,
    doctoral student, trainee, flight attendant, civil servant, au pair, nanny, childminder,
    babysitter, monk, nun, small business owner, business owner, shop owner, restaurant owner,
    content creator, youtuber, streamer, product owner, scrum master, master student, masters
    student, uni student, university student, college student, high school student, exchange
    student, data entry clerk, tech lead, team lead, head of marketing, head of sales, head of
    engineering, art student, music student, engineering student, retiree, freelance, bus
    driver, social media manager, paperboy, intern, paralegal, resident, junior doctor,
    scaffolder, night porter, night watchman, bouncer, sous chef, line cook, stay-at-home
    father, stay-at-home mother, teaching assistant, history student, architecture student,
    physics student, chemistry student, biology student, maths student, math student,
    philosophy student, psychology student, economics student"""
)
# "I'm a X" with these heads is a way of speaking, or another slot.
NOT_OCCUPATIONS = phrases_of(
    """big fan, huge fan, night owl, morning person, people person, dog person, cat person,
    model citizen, bad cook, terrible cook, good cook, great cook, decent cook, awful cook,
    terrible driver, bad driver, good driver, terrible singer, bad singer, good singer,
    terrible dancer, bad dancer, good dancer, good guide, role model, bad manager, good judge,
    poor judge, keen gardener, keen photographer, amateur photographer, amateur astronomer,
    hobby photographer, home cook, keen cook, avid gardener, big investor, hard worker, good
    worker, quick worker, slow worker, fast worker, team player, terrible writer, bad writer,
    slow writer, good writer, control freak, keen baker, hobby baker, home baker, amateur
    actor, amateur radio operator, good teacher, terrible teacher, bad teacher, fast coder,
    nervous driver, confident driver, terrible liar, secret agent, free agent, careful driver,
    keen diver, slow driver, designated driver, shooting guard, point guard, bathroom singer,
    shower singer, fair-weather fan, good secretary"""
)
FIELDS = words_of(
    """finance marketing sales hr it qa tech banking insurance construction logistics
    publishing advertising academia accounting education healthcare retail hospitality
    procurement pharma journalism engineering consulting media recruitment telecoms
    manufacturing aviation law medicine nursing teaching architecture film television radio
    government cybersecurity biotech biology fintech robotics farming agriculture forestry
    catering childcare research compliance legal payroll operations devops security
    warehousing admin administration planning aerospace shipping data-engineering gastronomy
    tourism customer-service customer-support"""
)

HOBBIES = words_of(
    """tennis football soccer basketball baseball cricket rugby hockey badminton squash golf
    volleyball handball padel chess checkers go poker bridge scrabble darts pool snooker dnd
    d&d guitar piano violin cello drums bass banjo ukulele flute clarinet saxophone trumpet
    trombone harp accordion mandolin oboe bagpipes keyboard viola organ harmonica didgeridoo
    theremin pickleball lacrosse netball water-polo polo frisbee boules petanque pétanque
    backgammon mahjong bowls minecraft videogames video-games board-games boardgames warhammer
    fiddle lute recorder sitar tabla cornet tuba euphonium bassoon djembe futsal floorball
    ping-pong cards dodgeball kabaddi"""
)
# Verbs that by themselves name a pastime: "I knit", "I paint at weekends".
PASTIMES = {
    "knit": "knitting",
    "crochet": "crocheting",
    "sew": "sewing",
    "paint": "painting",
    "draw": "drawing",
    "sketch": "sketching",
    "garden": "gardening",
    "bake": "baking",
    "surf": "surfing",
    "ski": "skiing",
    "snowboard": "snowboarding",
    "skate": "skating",
    "sail": "sailing",
    "climb": "climbing",
    "boulder": "bouldering",
    "kayak": "kayaking",
    "hike": "hiking",
    "swim": "swimming",
    "cycle": "cycling",
    "jog": "jogging",
    "fish": "fishing",
    "juggle": "juggling",
    "birdwatch": "birdwatching",
    "fence": "fencing",
    "embroider": "embroidering",
    "whittle": "whittling",
    "blog": "blogging",
    "geocache": "geocaching",
    "beekeep": "beekeeping",
    "box": "boxing",
    "row": "rowing",
}
ACTIVITIES = frozenset(PASTIMES.values()) | words_of(
    """yoga pilates karate judo aikido taekwondo jiu-jitsu bjj crossfit ballet salsa tango
    zumba photography pottery ceramics calligraphy origami astronomy woodwork woodworking
    parkour gymnastics improv running hiking gaming cosplay archery camping reading writing
    cooking singing dancing birding foraging scuba scuba-diving diving climbing paragliding
    capoeira kickboxing krav-maga triathlons triathlon marathons meditation quilting genealogy
    beekeeping needlework cross-stitch macramé macrame leatherwork blacksmithing model-trains
    roller-derby muay-thai tai-chi powerlifting weightlifting"""
)

# What "allergic to" is said of in jest.
JOKE_ALLERGENS = words_of(
    """mornings mondays work working exercise drama bullshit commitment stupidity people
    nonsense meetings talk stress losing tuesdays alarms deadlines paperwork politics gym
    homework mess chaos change maths math drama-queens idiots fools lies lying waiting queues
    cardio effort bureaucracy responsibility adulting fun small-talk silence
    boredom kids children housework marketing hype spreadsheets cleaning chores"""
)

# Places that need no capital to be known as places, and never are employers.
PLACES = phrases_of(
    """amsterdam, athens, atlanta, austin, bangkok, barcelona, basel, beijing, belfast,
    belgrade, bergen, berlin, bern, birmingham, bogota, bologna, bombay, boston, bratislava,
    brighton, bristol, brooklyn, brussels, bucharest, budapest, buenos aires, cairo, calgary,
    cambridge, cape town, cardiff, casablanca, chennai, chicago, cologne, copenhagen, cork,
    dallas, delhi, denver, detroit, dubai, dublin, dundee, durban, düsseldorf, edinburgh,
    florence, frankfurt, galway, geneva, genoa, ghent, glasgow, gothenburg, graz, halifax,
    hamburg, hanoi, havana, helsinki, hong kong, honolulu, houston, istanbul, jakarta,
    jerusalem, johannesburg, karachi, kathmandu, kraków, krakow, kyiv, kyoto, la, lagos, las
    vegas, leeds, leipzig, lima, lisbon, liverpool, ljubljana, london, los angeles, lyon,
    madrid, malmö, manchester, manila, marseille, melbourne, mexico city, miami, milan,
    minneapolis, montreal, montréal, moscow, mumbai, munich, nairobi, nantes, naples,
    nashville, new delhi, new york, new york city, nyc, newcastle, nice, osaka, oslo, ottawa,
    oxford, palermo, paris, perth, philadelphia, phoenix, pittsburgh, porto, portland, prague,
    pune, quebec, quito, reykjavik, riga, rio, rio de janeiro, rome, rotterdam, saigon,
    salzburg, san diego, san francisco, santiago, sarajevo, seattle, seoul, seville, shanghai,
    sheffield, singapore, skopje, sofia, stockholm, stuttgart, sydney, taipei, tallinn,
    tampere, tehran, tel aviv, the hague, tokyo, toronto, tromsø, trondheim, turin, utrecht,
    valencia, vancouver, venice, vienna, vilnius, warsaw, washington, wellington, york,
    zagreb, zurich, zürich, são paulo, sao paulo, aarhus, antwerp, argentina, australia,
    austria, bangladesh, belgium, bolivia, brazil, bulgaria, cambodia, canada, chile, china,
    colombia, costa rica, croatia, cuba, cyprus, czechia, denmark, ecuador, egypt, england,
    estonia, ethiopia, finland, france, germany, ghana, greece, guatemala, hungary, iceland,
    india, indonesia, iran, iraq, ireland, israel, italy, jamaica, japan, jordan, kenya,
    kosovo, latvia, lebanon, lithuania, luxembourg, malaysia, malta, mexico, morocco,
    mozambique, nepal, netherlands, the netherlands, new zealand, nigeria, norway, pakistan,
    panama, peru, poland, portugal, romania, russia, rwanda, scotland, senegal, serbia,
    slovakia, slovenia, south africa, south korea, spain, sri lanka, sweden, switzerland,
    syria, taiwan, tanzania, thailand, tunisia, turkey, uganda, uk, the uk, ukraine, uruguay,
    us, the us, usa, the usa, the states, venezuela, vietnam, wales, alabama, alaska, arizona,
    arkansas, california, colorado, connecticut, florida, georgia, hawaii, idaho, illinois,
    indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan,
    minnesota, mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey,
    new mexico, north carolina, ohio, oklahoma, oregon, pennsylvania, south carolina,
    tennessee, texas, utah, vermont, virginia, wisconsin, wyoming, kent, cornwall, devon,
    bavaria, tuscany, sicily, andalusia, catalonia, provence, brittany, normandy, ontario,
    alberta, queensland, tasmania, europe, asia, africa, bali, goa, crete, queens, the bronx,
    manhattan, harlem, hackney, soho, zanzibar, reading, bath, hull, leicester, nottingham,
    cornwall, yorkshire"""
)

# Capitalised words that one can "move to" without moving house.
TOOLS = words_of(
    """zoom stage gate tab page slide round row column section meet skype mars python rust
    linux mac macos windows gmail postgres postgresql mysql kubernetes aws azure gcp notion
    slack teams github gitlab react typescript javascript java go golang vim neovim emacs arch
    ubuntu debian fedora nixos iphone android chrome firefox safari docker obsidian excel
    sheets figma jira asana trello mongodb redis sqlite svelte vue angular django fastapi
    flask kotlin swift scala elixir clojure ruby rails php c c++ c# .net node deno bun
    terraform ansible vscode cursor zed tmux spotify netflix whatsapp signal telegram discord
    mastodon bluesky twitter reddit google thunderbird outlook proton protonmail todoist plan
    phase step chapter part level version mastodon threads wayland zsh fish bash powershell
    plasma gnome kde i3 sway pytorch tensorflow salesforce hubspot shopify wordpress substack
    ghost hugo jekyll claude chatgpt gemini openai"""
)

# What people join and leave as customers.
SERVICES = words_of(
    """vodafone ee o2 three sky bt virgin verizon t-mobile tmobile at&t comcast netflix spotify hulu
    disney disney+ duolingo tinder bumble hinge instagram facebook twitter tiktok reddit snapchat
    linkedin strava patreon peloton puregym equinox costco tesco aldi lidl sainsbury's asda ikea
    octopus giffgaff three lebara audible deliveroo uber airbnb revolut monzo barclays hsbc lloyds
    natwest santander weight slimming prime whatsapp telegram discord mastodon bluesky threads"""
)

# Capitalised words after "I'm" that are no names.
NOT_NAMES = (
    NATIONALITIES
    | LANGUAGES
    | words_of(
        """mud i sorry ok okay fine good great back here home done ready sure tired happy sad glad
    so not just still also really very too batman superman spiderman groot spartacus santa
    thanos god jesus catholic jewish muslim christian buddhist hindu sikh atheist agnostic
    mormon orthodox protestant quaker pagan anglican lutheran baptist gay straight bi queer
    trans lesbian asexual nonbinary white black asian latino latina hispanic monday tuesday
    wednesday thursday friday saturday sunday january february march april may june july
    august september october november december team professor doctor dr mr mrs ms sir madam
    miss vegan vegetarian gluten aries taurus gemini cancer leo virgo libra scorpio
    sagittarius capricorn aquarius pisces generation gen gdpr type new busy lost stuck
    confused excited afraid proud married single divorced engaged pregnant hungry thirsty
    bored sick ill free available interested curious aware certain positive serious kidding
    joking working legally literally actually probably definitely absolutely totally currently
    hoping going trying looking thinking feeling getting having being making doing using
    living loving team adhd autistic ceo cto intj infj infp intp entj entp enfj enfp istj isfj
    istp isfp estj esfj estp esfp the a an my your our his her their its this that these those
    no yes hello hi hey iron captain king queen human ai bot robot windows linux mac android
    european african american bipolar diabetic celiac coeliac lactose deaf blind jk lol omg
    row gate table room order size seat platform economy business class number level tier gold
    platinum diamond silver visa mastercard amex flight ticket case option player team unit zone
    btw fyi tbh idk afk brb christmas easter halloween wonder arsenal spurs everton labour tory
    democrat republican plan londoner berliner dubliner glaswegian foodie newbie noob newcomer
    geordie scouse scouser brummie cockney yorkshireman gryffindor ravenclaw hufflepuff
    slytherin"""
    )
)

# Names that "I'm ..." is said with in play; behind "my name is" they are names.
FAMOUS = words_of(
    """hufflepuff gryffindor slytherin ravenclaw jedi yoda gandalf sherlock frodo spock voldemort
    cinderella hulk thor dracula napoleon einstein picasso mozart elvis barbie hamlet romeo
    ishmael mario luigi legion scrooge marmite dory goldilocks rapunzel bond gollum rambo
    juliet zorro tarzan godzilla cassandra sisyphus atlas cupid ophelia switzerland"""
)

FIRST_WORDS_NOT_NAMES = (
    words_of(
        """name names moreover additionally furthermore however therefore meanwhile instead
    besides otherwise nevertheless anyway anyways everyone everybody nobody no-one someone
    somebody anyone anybody people nothing everything something he she it they we you i this
    that these those who what which where when why how there here then now today yesterday
    tomorrow tonight the a an my your our his her their its one some many most all none both
    each every another other others if unless because since while although though so but and
    or yet not no yes yeah yep nope ok okay oh ah well also actually honestly maybe perhaps
    probably apparently just only even still never always sometimes often usually love hate
    like work working life time money nature music food weather coffee tea god santa customer
    user users company team management government please thanks thank hello hi hey dear sorry
    sure great good nice cool wow congrats congratulations happy sad same such is are was were
    do does did has have had can could will would should may might must let lets let's don't
    i'm i've it's that's there's he's she's they're we're you're what's who's everyone's
    having being getting going making taking looking trying using thinking talking speaking
    born living monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december spring summer autumn
    fall winter in on at by for from with without to of as after before during until over
    under above below between through across behind beyond near water heat cold rain snow sun
    moon earth world home school university college hospital church dog cat dogs cats kid kids
    child children man woman men women boy girl guy guys folks person english french german
    spanish italian chinese japanese google apple microsoft amazon facebook twitter python
    java javascript linux windows mac android chrome netflix spotify youtube dhl ups fedex
    hermes evri alexa siri cortana"""
    )
    | TOOLS
)

# Joined by "and" without being a list.
FIXED_PAIRS = (
    "mac and cheese",
    "fish and chips",
    "rock and roll",
    "salt and vinegar",
    "arts and crafts",
    "bed and breakfast",
    "dungeons and dragons",
    "dungeons & dragons",
    "bread and butter",
    "peanut butter and jelly",
    "sweet and sour",
    "black and white",
    "drum and bass",
    "bangers and mash",
    "research and development",
    "cookies and cream",
    "tom and jerry",
    "ben and jerry",
    "rhythm and blues",
    "track and field",
    "pick and mix",
    "sales and marketing",
    "gin and tonic",
    "gins and tonics",
    "hide and seek",
    "rice and beans",
    "cheese and onion",
    "country and western",
    "biscuits and gravy",
    "surf and turf",
    "science and technology",
    "health and safety",
    "true crime and",
    "peace and quiet",
    "ins and outs",
    "snakes and ladders",
    "war and peace",
    "pride and prejudice",
    "ham and cheese",
    "ham and eggs",
    "strawberries and cream",
)
