"""The 2,048 words that fingerprints are written with.

Everyday English words of three to seven letters. No two begin with the same four letters, and of words that sound the
same only one is here, so that a fingerprint can be compared over a room. Their order is part of the protocol: another
client that shows fingerprints must use this list as it stands.
"""

from __future__ import annotations

WORDS = tuple(
    """
    abbey abide able absorb accent acid acorn acre actor actual adapt adobe adult advice affair affirm afloat agate
    agenda agile agree ahead aim air aisle ajar alarm album alder alert algae alias alibi alley almond aloe alpha
    alpine alto amber amble amend amigo amount ample amuse anchor angle anise ankle annex anthem antler anvil apart
    appeal apple apron aqua arbor arch arena argue arid armor aroma array arrow artist ascot ash ashore aside aspen
    asset aster astral atlas atom attach attic audio aunt aura author autumn avid avoid await awake award awning
    axiom axis axle azure babble baby bacon badge bagel baggage bagpipe baker balcony ballad bamboo banana band
    banjo barley barn basil basket bass batch bath baton battery bauble bay beach bead beam bean bear beaver bed bee
    beet beige bell belt bench berry best beyond bib bicep bike bill bingo biology birch bird bishop bison bite
    blade blanket blaze blend blimp blink block bloom blue bluff blush board boat bobbin bobcat body boil bold bolt
    bonfire bongo bonus book boost boot border boss bottle boulder bounce bow box boy brace braid brake branch brass
    bread breeze brick bridge brief bright brim brisk bronze brook brown brunch brush bubble bucket bud budget
    buffalo bugle build bulb bumper bun bundle bunny burger burlap burrow bus bush busy butler butter buzz cabbage
    cabin cable cactus cafe cage cake calf calm camel camp canal candle cane canoe canvas canyon cape captain car
    cargo carol carpet carrot cart carve cashew castle casual cat catalog cavern cedar celery cellar cement center
    cereal chair chalk champ channel chapel charm chat cheer chef cherry chess chick chief child chime chin chip
    chorus chrome chunk cider cinema circle citrus city civic clam clap clay clean clerk clever cliff climate clinic
    clip cloak clock cloth cloud clover clown club clue cluster coach coal coast coat cobalt cobra cobweb cocoa code
    coffee cohort coin cola cold collar colony comb comet comic common compass condor cone copper coral cord cork
    corn cosmic cottage cough count couple course cousin cove cow coyote cozy crab craft crane crate crayon cream
    creek crest crew crib crimson crisp crocus crop cross crow cruise crumb crust crystal cube cuckoo cuff cup curb
    curd cure curl curry curtain curve custard cycle cypress dad dagger dairy daisy dance dapper dark dart dash data
    date dawn day dazzle deal dean debut decade deck deed deep deer degree delta deluxe den denim dent depot depth
    desert desk detail detour device dew dial diary dice diet digit dill dime dimple dine dinner diploma dipper disc
    dish dive dock doctor dodge dog doll dome donate donkey doodle door dot double dough dove down dozen draft
    dragon drama draw dream dress drift drill drink drive drizzle drum dry duck duet duke dull dune dusk dust duty
    dwell dynamo eager eagle ear early earth easel east easy eaves ebb ebony echo eclipse edge edit educate eel
    effort egg eight elapse elbow elder elect elf elk elm embark ember emblem embrace emerald empire employ empty
    enamel endless energy engine enjoy enlist enough enter envoy epic equal era erase errand escape escort essay
    estate ether ethics evening ever evolve exact exam exhale exhibit exit exotic expert extra eye fable fabric face
    fact fade fair falcon fall fame family fan fancy farm fast fate faucet fawn feast federal fell felt fence fennel
    fern ferry fever fiber fiddle field fifty fig figure film final finch find finger fire firm fish fist five fix
    flag flame flannel flask flat flax fleece flint float flock floor flower fluent fluff flute fly foam focal fog
    foil folk fond font food foot forest fork form fort forum fossil found four fox fragile frame freckle free fresh
    friend frog front frost fruit fudge full fun funnel fur fuse future fuzzy gable gadget gala game gander gap
    garage garden garlic garnet gas gate gather gauge gazebo gear gecko gem general genius gentle geyser giant gift
    giggle ginger giraffe girl give glad glass glaze gleam glider glimmer globe gloss glove glow glue goal goat
    goblet gold golf gong good goose gopher gorge gourd gown grain grand grape grass gravel gray green grid grill
    grin grip grocer groove group grove grow guava guest guide guild guitar gulf gull gum guppy guru gust gym habit
    hail hair half hall halo hammer hamper hand happy harbor hard harp harvest hat hatch haven hawk hay hazel head
    heart heat heavy hedge heel helium helmet help hemp hen herb hero hexagon high hike hill hinge hint hippo
    history hobby hockey hoist holiday hollow home honest hood hoof hook hoop hop horn horse hose host hotel hound
    hour house hover howl hub huddle hug human humble humid hummus humor hundred hunt hurdle husk hut hyena hymn
    ibis ice icicle icing icon idea idle igloo iguana image impact improv inch include income index indigo infant
    inform inhale ink inlet inn input insect inside install intact invent invite iris iron island issue item itself
    ivory ivy jackal jade jaguar jam jar jaw jazz jeans jeep jelly jersey jester jet jewel jigsaw job jockey jog
    join joke jolly journal joy judge jug juice jumbo jump june jungle junior jury just jute kale kayak kebab keen
    keep kelp kennel kernel kettle key khaki kick kid kidney kiln kilo kilt kimono kind king kinship kiosk kiss kit
    kite kitten kiwi knack knee knife knit knob knock knot know koala krill label lace lacquer ladder ladle lady
    lagoon lake lamb lamp lance land lane lantern lap large lark laser lasso last latch late laugh laundry laurel
    lava lavish lawn layer lazy leaf league lean leap learn ledge leek left legend lemon lend lens lentil leopard
    lesson letter level liberty lid life lift light lilac lily limb lime limit line lingo link lion lip liquid list
    liter little live lizard llama load loaf loan lobby lobster local locket loft logic long look loop lord lotion
    lotus loud lounge love low loyal lucky lumber lunar lunch lung lupine lure lush lute lyric macaw machine magenta
    magic magnet magpie mail main major mall mammal mango manor mantle manual map maple marble march margin marina
    market marsh marvel mask mason mast match math matrix matter mauve maximum maybe mayor maze meadow meal medium
    melody memo mend mention menu mercy merge merit merry mesa metal meter metro mica middle might migrate mild mile
    milk mill mime mind minimal mink minnow mint minute mirror mirth mist mitten mix moat mobile mocha model mohair
    molar mole molten moment monday money monk month mood moon moose mop morning morsel mortar mosaic moss moth
    motor mound mouse mouth move movie mud muffin mug mule mumble mural muscle museum music muslin mute mutual
    myself mystery myth nacho name nap napkin narrate native nature navy near neat neck nectar needle neon nephew
    nerve nest net never new nickel niece night nimble nine noble nod noise nomad noodle noon normal north nose
    notch note nothing notion nougat novel now nozzle nudge nugget number nurse nut nutmeg nylon oak oar oasis oat
    oatmeal oblong oboe obtain ocean octave october odd odor off offer often oil old olive omega omelet once one
    onion only onyx opal opaque open opera optic oral orange orbit orchard order organ origin oriole ornate osprey
    other otter ounce outer outfit oval oven over owl own owner oxygen oyster ozone pace pack paddle page pagoda
    pail paint pair palace palm pan panda panel pansy panther papaya paper parade parcel pardon parent park parrot
    part pass pasta patch path patient patrol pattern pause pave pawn peace peak peanut pebble pecan peel pelt pen
    pencil pending penny people pepper perch perfect period person pet petal petite phase phone photo phrase piano
    picnic picture pie pier pigeon pile pillow pilot pine pink pint pipe pirate pitch pivot pixel pizza place plaid
    plan plasma plate play plaza pledge plenty pliable plot plow plug plum plus pocket podium poem poet point poker
    polar polish pollen polo pond pony pool poplar poppy porch port possum pot potato potter pouch poultry powder
    power prairie prawn prelude pretty price pride prime prince prism private prize promise proof prose proud prune
    public puff pull pulse puma pumice pump punch pupil puppy pure purple purse push puzzle pyramid quail quake
    quantum quarry queen quench quest queue quick quiet quill quince quirk quiver quiz quota rabbit race rack radar
    radio raft rail rain raisin rake rally ramp ranch random range rapid rare rate rattle raven ravine razor reach
    ready real recall recipe record red reef reflect refresh regal region relay relish remedy remote render rent
    repair reply reptile rescue resin rest result retro reunion reward rhino rhyme rhythm rib ribbon rice rich ride
    ridge right rigid rim ring rinse ripe ripple rise ritual rival river road roast robe robin robot rock rodeo roll
    romance roof room root rope rose roster rotate rotor rough round rover row royal rub ruby rudder rug ruler rumba
    run rural rush russet rust rye saber sable sack saddle safari safe saffron saga sage sail saint salad salmon
    salon salt salute same sample sand sardine satin saturn sauce sauna savanna save scale scarf scatter scenic
    school scoop scope scout scrap screen script scroll scuba sculpt sea seal search seaside seat second secret seed
    select senior sense sentry sequel serene sesame set seven shade shaft shake shale shampoo shape share shawl shed
    sheep shelf shield shift shimmer shine ship shirt shoe shop shore shovel show shrimp shrub shut shy side sierra
    sift sign silent silk silly silo silver simmer simple sing sink siren sister sitar six size skate sketch ski
    skill skin skirt skunk sky slate sled sleep slice slide slim sling slipper slope slow slug small smart smile
    smith smoke smooth snack snail snake snap snip snow snuggle soap sober soccer social sock soda sofa soft soil
    solar solid solo sonar song sonnet soon soot sorbet sort soul soup south soy space spade spaniel spare spatula
    speak spell sphere spice spider spike spin spiral splash split sponge spoon sport spot spray spring sprout
    spruce square squid stable stack stadium staff stage stair stamp star state stay steam steel stem step stereo
    stew stick still sting stir stitch stock stone stool stop stork stove straw stream string stroll stucco studio
    stump sturdy style sublime submit subway sudden suede sugar suit sultan sumac summer sun supper sure surf
    surplus swan sweater sweet swift swim swing swirl switch sword symbol syrup system tab table tackle taco taffy
    tail talent talk tall tan tandem tangent tank tape tapioca target taro tart task taste taught tavern taxi tea
    teach team teapot teddy teeth ten tennis tenor tent term terrace test text thank thaw theme thermal thick thin
    third thistle thorn thread thrift throne thrush thumb tiara tick tide tidy tie tiger tile timber time timid tin
    tint tiny tip tire tissue title toad toast today toddler toe toffee toga token toll tomato tone tongue tonic
    tool tooth top topaz topple torch total toucan tour towel town toy track trade trail tram trap trash travel tray
    treat tree trek trellis trend tribe trick trim trio trip troop trophy trot trout truck true trumpet trunk trust
    truth try tub tuba tube tulip tuna tundra tunic tunnel turban turf turkey turnip turtle tutor tuxedo twelve
    twenty twig twin twist two type typhoon typist ultra umber umpire uncle under unfold union unique unit unlock
    until unusual update uphill uplift upper urban urchin urge usage use usher usual utensil utmost utopia vacant
    vacuum vague valid valley value valve van vapor variety vase vault veal vector vegan vehicle velvet vendor
    veneer verb verdict verse vessel vest veto victory video view villa vine vintage vinyl viola viper visa vital
    vivid vocal voice volcano volley volume vortex vote vowel voyage vulture wade wafer waffle wage wagon waist wait
    walk wallet walnut walrus waltz wander want warm warp wash wasp watch water wave wax way wealth weather weave
    web wedge week welcome well west wet whale wharf wheat wheel while whip whisk white whole wick wide widget wife
    wild win wind wine wing winner winter wire wisdom wish wizard wolf woman wombat wonder wood wool word work world
    worm worth wrap wreath wren wrestle wrist yacht yak yam yard yarn yawn year yeast yellow yes yet yoga yogurt
    yolk young yoyo yucca yule zebra zen zero zest zigzag zinc zipper zither zodiac zone zoo zoom
    """.split()  # noqa: SIM905 - a list of 2,048 quoted words could not be read
)
