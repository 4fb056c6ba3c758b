"""What an entry of a schedule is about, word by word; each family by hand."""

from __future__ import annotations

import pytest

from tamis.checking.program.activities import Activity, is_marker, pieces, shared, stems

YES = {
    "sleep": "Sleep|She sleeps|Sleeping|Bed time|Bedtime|Asleep|Go to bed|Going to bed|In bed"
    "|Lights out|Light off|Lights-out|Turn in|Slumber|Bed|A good night's rest|A nights rest",
    "work": "Work|Working|Workday|Works|Job|The office",
    "meals": "Breakfast|Brunch|Lunch|Dinner|Supper|Meal|Meals|Eat|Eats|Eating|Picnic",
    "exercise": "Workout|Work out|Exercise|Exercising|Gym|Run|Runs|Running|Jog|Jogging|Yoga"
    "|Training|Cardio|Swim|Swimming|Pilates|Strength|Aerobics|Crossfit|HIIT",
    "leisure": "Leisure|Free time|Free-time|Free|Relax|Relaxing|Unwind|Hobby|Hobbies"
    "|Personal time|Recreation|Down time|Downtime|Entertainment|TV|Watch birds|A game|Games|Gaming"
    "|A movie|Series",
    "commuting": "Commute|Travel|Drive to|Driving home|Ride back|Journey from|Bus to|Train to"
    "|Way home|Cycle to|Drive from",
    "studying": "Study|Studies|Studying|Homework|Learning|Class|Classes|Lecture|Lectures|Seminar"
    "|Seminars|School|University|Revision|Tutorial",
    "socializing": "Social|Socialise|Socializing|Friends|Hang out|Hanging out|Party",
    "outdoors": "Outdoors|Outdoor|Outside|Hike|Hiking|Forest|The park|Garden|Beach|A walk|Nature"
    "|Playground|Picnic|Jog|Hill|Hills|Mountain|Lake",
    "screen": "Screen|Screens|TV|Television|Video games|Videogame|Cartoon|Cartoons|Movie|Film"
    "|Series|Gaming|Social media|Phone|Tablet|Console|Netflix|Streaming",
    "housework": "Housework|House work|Chore|Chores|Clean|Cleaning|Laundry|Vacuum|Tidy|Tidying"
    "|Dishes|Household|Mop|Dusting|Ironing|Wash up|Washing up|Wash the car|Washing clothes",
    "family": "Family|Kid|Kids|Child|Children|Partner|Spouse|Wife|Husband|Parent|Parents|Together",
    "errands": "Errand|Errands|Shopping|Grocery|Groceries|Bank|Post office|Pharmacy",
}
NO = {
    "sleep": "Prepare for bedtime|Wind down to bedtime|Wind-down to bedtime|Winddown in bed"
    "|Unwind in bed|Before sleep|Pre-bed time in bed|Bedtime routine|Ready to go to bed"
    "|Bedtime story|Bedtime stories|Bedtime snack|Nap in bed|Read in bed|Reading in bed"
    "|Make the bed in bedtime|Making my bed asleep|Sleep meditation|Wake from sleep|Lunch",
    "work": "Travel for work|House work|Home work|Yard work|Work clothes|Working out"
    "|Before work|After-work drinks|Work hobby|Volunteer work|Wood work|Net work|Leave the office"
    "|From my office|Train your office staff|Side project office|Prepare for work|Ready for work"
    "|Off work|Pack bag office|Pack lunch office|Lunch|Drive to work|Walk to work|Cycle from work"
    "|Ride home job|The way to the office|Bus from the office|Return to the office"
    "|Head back to the office|Go back to work",
    "meals": "Meal prep|Prep lunch|Cook dinner|Cooking dinner|Clean up lunch|Dinner dishes"
    "|Wash up after dinner|Washing up dinner|After lunch|Before breakfast|Until dinner"
    "|Shop for dinner|Yoga|Until lunch",
    "exercise": "Shower at the gym|Prepare for the gym|After the run|After my gym"
    "|Ready for yoga|Online training|Work training|Training course|Run errands|Bath gym"
    "|Grocery run|School run|Food run|Store run|Coffee run|Errand run|Drive to the gym",
    "leisure": "Prepare for bed free|Ready for bed free|Relax before bed|Free work|Commute relax",
    "commuting": "After commute|Travel plans|Travel blog|Travel show|Travel documentary|Yoga",
    "studying": "Break from study|Yoga class|Spin class|Dance class|Fitness class|Drive to school",
    "socializing": "Social media|Yoga",
    "outdoors": "Walk-in outside|Outside the car park|Parking at the park|Outdoor gear shop",
    "screen": "No screens|No screen|Screen-free|Without screens|Without screen|Phone call|Yoga",
    "housework": "Clean up after myself|Dry clean|Yoga",
    "family": "Without kids|Without the children|Without family",
    "errands": "Window shopping|Yoga",
}
PERHAPS = {
    "sleep": "Rest|Lie down|Lie-in|Snooze|Doze|Siesta",
    "work": "Meeting|Meetings|E-mails|Email|Paperwork|Project|Client|Shift|Admin"
    "|Deep focus|Focus block|Focus time|Task|Tasks|Call|Calls|Report|Coding|Business|Standup"
    "|Stand-up",
    "meals": "Snack|Tea|Coffee|Barbecue|BBQ|Restaurant|Food|Cafe|Café|Buffet|Fika",
    "exercise": "Walk|Stretching|Hiking|Biking|Cycling|Dancing|Sport|Tennis|Football|Soccer"
    "|Basketball|Climbing|Gardening|Active hour|Ball|Skating|Martial arts|Rowing|Play",
    "commuting": "Drive|Head to|Head home|Leave for|Drop off|Dropoff|Pick-up"
    "|Pick up|Return|Going home|Go to it|Arrive|Train|Bus",
    "studying": "Reading|Course|Practice|Practise|Library|Exam|Assignment|Essay|Flash cards"
    "|Flashcards|Thesis|Language|Lab|Project",
    "socializing": "A call|Date|Visit|Drinks|Club|Guests|Meet Ana|Meetup",
    "outdoors": "Bike|Cycling|Dog|Sport|Market|Football|Soccer|Tennis|Explore|Exploring"
    "|Stroll|Trip|Excursion|Playing|Yard",
    "screen": "Internet|Online|Computer|E-mails|Email|Show|News|Scroll|Browse|App",
    "housework": "Cooking|Prep|Organise|Organizing|Repair|Repairs|DIY|Bins",
    "errands": "Appointment|Market|Store|Shop|Admin|Paperwork|Pick up|Pick-up|Drop",
}


def _cases(table):
    return [(one, text) for one, texts in table.items() for text in texts.split("|")]


@pytest.mark.parametrize(
    ("table", "said"),
    [(YES, "yes"), (NO, "no"), (PERHAPS, "perhaps")],
    ids=["yes", "no", "perhaps"],
)
def test_the_words_of_each_family(table, said):
    """Each word alone names the activity, only sounds like it, or may be it."""
    got = {(one, text): Activity(one).of(text) for one, text in _cases(table)}
    assert {case: one for case, one in got.items() if one != said} == {}


@pytest.mark.parametrize(
    "text",
    [
        "Near the chess", "Beside a chess", "Opposite my chess", "Behind chess",
        "Outside our chess", "Around your chess", "Past an old chess", "From chess",
        "To chess", "Toward chess", "Towards chess", "Next to chess", "Close to chess",
        "By chess", "On the way to chess", "Anti-chess",
    ],
)  # fmt: skip
def test_a_place_is_no_activity(text):
    """What only says where, or what one is without, may be it."""
    activity = Activity("chess")
    assert (activity.beside(text), activity.of(text), activity.literal(text)) == (
        True,
        "perhaps",
        True,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Chess", "yes"),
        ("Chess (park)", "yes"),
        ("Near the big old park, then chess", "yes"),
        ("Lunch before chess", "perhaps"),
        ("Chess after tea", "perhaps"),
        ("Ready for chess", "perhaps"),
        ("Prepare for chess", "perhaps"),
        ("Chess, bus to it", "perhaps"),
        ("Cards", "no"),
        ("Chessboard polish", "no"),
    ],
)
def test_an_activity_of_no_family_is_known_by_its_words(text, said):
    """Beside words of the way there, or of before and after, it may be it."""
    assert (Activity("chess").of(text), Activity("chess").beside(text)) == (said, False)


@pytest.mark.parametrize(
    ("subject", "words", "texts"),
    [
        ("piano practice", ["piano"], {"Pianos": "yes", "Practice": "no"}),
        ("my own weekend chess", ["chess"], {"Weekend": "no", "Chess": "yes"}),
        ("only time", ["only", "time"], {"Only time": "yes", "Time": "perhaps", "Tea": "no"}),
        ("gardening club", ["gardening", "club"],
         {"Garden club": "yes", "Clubs": "perhaps", "Tea": "no"}),
        ("commuting to work", ["commuting"], {"Commute": "yes", "Work": "no"}),
        ("family dinner", ["family", "dinner"], {"Family": "perhaps", "Family dinner": "yes"}),
        ("reading hours", ["reading"], {"Reads": "yes", "Hours": "no"}),
    ],
)  # fmt: skip
def test_words_that_say_little_are_left_out(subject, words, texts):
    """Of "piano practice" the piano counts; where nothing else is said, all words do."""
    activity = Activity(subject)
    assert activity.words == words
    assert {text: activity.of(text) for text in texts} == texts


@pytest.mark.parametrize(
    ("subject", "text", "said"),
    [
        ("meals", "Dinner and laundry", "yes"),
        ("meals", "Cook and eat", "perhaps"),
        ("meals", "Cooking/eating", "perhaps"),
        ("meals", "Cook & eat", "perhaps"),
        ("meals", "Cook, eat", "perhaps"),
        ("meals", "Cook lunch", "no"),
        ("meals", "Coffee at work", "no"),
        ("exercise", "Walk in the park", "perhaps"),
        ("exercise", "Family walk", "perhaps"),
        ("exercise", "Walk with friends", "perhaps"),
        ("exercise", "Walk, then breakfast", "no"),
        ("leisure", "Anything at all", "perhaps"),
        ("leisure", "Sugar-free baking", "perhaps"),
        ("leisure", "Laundry", "no"),
        ("work", "Job on side project", "no"),
        ("sleep and rest", "Nap", "no"),
        ("screen time", "No screen time", "no"),
        ("work study", "Lecture", "yes"),
        ("work study", "Coding", "perhaps"),
        ("work study", "Course", "perhaps"),
        ("family", "Kids at school", "yes"),
        ("social", "Social media with friends", "no"),
    ],
)  # fmt: skip
def test_an_entry_in_the_words_of_two_families(subject, text, said):
    """What is surely something else is not perhaps this."""
    assert Activity(subject).of(text) == said


def test_what_only_marks_a_moment():
    """It names no activity that takes time."""
    words = (
        "End|Ends|Finish|Finishes|Stop|Stops|Leave|Leaving|Done|Conclude|Wrap up|Wrapping up"
        "|Clock out|Log off|Arrive|Arriving|Return|Get home|Wake|Waking|Get up|Getting up|Rise"
        "|Complete|Get ready|Getting ready|Get dressed|Wash up|Freshen up|Shower"
    )
    assert [one for one in words.split("|") if not is_marker(f"{one} now")] == []
    assert [one for one in ("Endless", "Reading", "Donets", "Restore") if is_marker(one)] == []


def test_the_pieces_of_an_entry():
    """At joining words and signs, without what is in brackets, or too short."""
    said = "Wake up and eat & read + rest then go, see; run/ski (and swim, row), tea"
    assert pieces(said) == ["Wake up", "eat", "read", "rest", "see", "run", "ski", "tea"]


@pytest.mark.parametrize(
    ("text", "subject", "said"),
    [
        ("Dinner and family time", "meals", True),
        ("Dinner and family time", "family", True),
        ("Dinner, wake up", "meals", False),
        ("Dinner and chat", "meals", False),
        ("Dinner and brunch", "meals", False),
        ("Chess and laundry", "chess", True),
    ],
)
def test_an_entry_may_be_as_much_about_something_else(text, subject, said):
    """A moment and what has no family of its own are not."""
    assert shared(text, Activity(subject)) is said


def test_the_stems_of_words():
    """To work out is to exercise."""
    assert stems("Workouts, RUNNING pianos") == {"exercis", "run", "piano"}
