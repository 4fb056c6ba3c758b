"""Constraints in words, wording by wording: what each demands, written out in one line."""

from __future__ import annotations

import pytest

from tamis.checking.program import read
from tamis.checking.program.requirement import Bound
from tamis.types import InputError


def said(sentence: str) -> str:
    """The demands of a sentence: subject, measure, bound and scope, and what else they have."""
    made = []
    for one in read(sentence):
        bound = "" if one.measure == "clock" else one.bound.text(one.unit)
        made.append(f"{one.subject}/{one.measure}/{bound}/{one.scope}")
        for name in ("only", "daypart", "before", "after"):
            made[-1] += f" {name}={getattr(one, name)}" if getattr(one, name) else ""
        for name in ("whole", "distinct", "unbroken"):
            made[-1] += f" {name}" if getattr(one, name) else ""
        for name in ("start", "end"):
            made[-1] += f" {name}:{getattr(one, name).text('')}" if getattr(one, name) else ""
    return " ;; ".join(made)


READ = {
    "Each exercise must have at least 3 sets.": "set/amount/at least 3/exercise",
    "Every lift must have 3 sets.": "set/amount/exactly 3/exercise",
    "Per movement 3 sets.": "set/amount/exactly 3/exercise",
    "Each machine must be used for at most 20 minutes.": "machine/duration/at most 20 min/entry",
    "Every station must take at least 5 minutes.": "station/duration/at least 5 min/entry",
    "Any machine must be used for 10 minutes": "machine/duration/exactly 10 min/entry",
    "Every individual meal must have 300 calories.": "calorie/amount/exactly 300 kcal/meal",
    "Per meal at least 20 g of protein": "protein/amount/at least 20 g/meal",
    "All meals must have at least 20 g of protein.": "protein/amount/at least 20 g/meal",
    "Any single meal must have at most 700 calories.": "calorie/amount/at most 700 kcal/meal",
    "Each breakfast must have 300 calories.": "calorie/amount/exactly 300 kcal/meal only=breakfast",
    "All lunches must have at least 400 calories.": (
        "calorie/amount/at least 400 kcal/meal only=lunch"
    ),
    "Each brunch must have 400 calories.": "calorie/amount/exactly 400 kcal/meal only=brunch",
    "Each supper must have 400 calories.": "calorie/amount/exactly 400 kcal/meal only=supper",
    "Each snack must have at most 150 calories.": "calorie/amount/at most 150 kcal/meal only=snack",
    "Every dessert must have at most 150 calories.": (
        "calorie/amount/at most 150 kcal/meal only=dessert"
    ),
    "The morning tea must have at most 150 calories": (
        "calorie/amount/at most 150 kcal/meal only=morning tea"
    ),
    "Afternoon tea must have at most 150 calories": (
        "calorie/amount/at most 150 kcal/meal only=afternoon tea"
    ),
    "All sessions must burn 300 calories.": "calorie/amount/exactly 300 kcal/session",
    "Any session must burn 300 calories.": "calorie/amount/exactly 300 kcal/session",
    "In a session at least 300 calories must be burned.": (
        "calorie/amount/at least 300 kcal/session"
    ),
    "The session must burn at least 300 calories.": "calorie/amount/at least 300 kcal/session",
    "A workout must burn at least 300 calories.": "calorie/amount/at least 300 kcal/session",
    "Per training at least 300 calories burned": "calorie/amount/at least 300 kcal/session",
    "Each gym class must burn 300 calories": "calorie/amount/exactly 300 kcal/session",
    "Every training day must burn 300 calories": "calorie/amount/exactly 300 kcal/session",
    "On each workout day 300 calories must be burned": "calorie/amount/exactly 300 kcal/session",
    "All lifting days must burn 300 calories": "calorie/amount/exactly 300 kcal/session",
    "Burn 300 calories/session": "calorie/amount/exactly 300 kcal/session",
    "Burn 300 calories / workout": "calorie/amount/exactly 300 kcal/session",
    "The workout plan must burn 300 calories": "calorie/amount/exactly 300 kcal/plan",
    "The routine must burn 300 calories": "calorie/amount/exactly 300 kcal/plan",
    "Burn at least 300 calories": "calorie/amount/at least 300 kcal/session",
    "The plan must burn 300 calories": "calorie/amount/exactly 300 kcal/plan",
    "1800 kcal/day": "calorie/amount/exactly 1,800 kcal/day",
    "All days must have 1800 kcal": "calorie/amount/exactly 1,800 kcal/day",
    "A day must have 1800 kcal": "calorie/amount/exactly 1,800 kcal/day",
    "Any day must have 1800 kcal": "calorie/amount/exactly 1,800 kcal/day",
    "Per week at most 12000 kcal": "calorie/amount/at most 12,000 kcal/plan whole",
    "Each week must have 12000 kcal": "calorie/amount/exactly 12,000 kcal/plan",
    "Weekly calories must be at most 12000": "calorie/amount/at most 12,000 kcal/plan whole",
    "12000 kcal/week at most": "calorie/amount/at most 12,000 kcal/plan",
    "The week must have at most 12000 kcal": "calorie/amount/at most 12,000 kcal/plan",
    "The whole plan must have at most 5000 kcal": "calorie/amount/at most 5,000 kcal/plan whole",
    "The entire plan must have at most 5000 kcal": "calorie/amount/at most 5,000 kcal/plan whole",
    "Overall at most 5000 kcal": "calorie/amount/at most 5,000 kcal/plan whole",
    "Combined at most 5000 kcal": "calorie/amount/at most 5,000 kcal/plan whole",
    "Altogether at most 5000 kcal": "calorie/amount/at most 5,000 kcal/plan whole",
    "At most 5000 kcal across the plan": "calorie/amount/at most 5,000 kcal/plan whole",
    "At most 5000 kcal in total": "calorie/amount/at most 5,000 kcal/plan whole",
    "At most 5000 kcal in all": "calorie/amount/at most 5,000 kcal/plan whole",
    "At most 5000 kcal over all days": "calorie/amount/at most 5,000 kcal/plan whole",
    "At most 5000 kcal for the week": "calorie/amount/at most 5,000 kcal/plan whole",
    "At most 5000 kcal in the week": "calorie/amount/at most 5,000 kcal/plan whole",
    "At most 5000 kcal for the plan": "calorie/amount/at most 5,000 kcal/plan",
    "At most 5000 kcal of the routine": "calorie/amount/at most 5,000 kcal/plan",
    "At most 5000 kcal in the program": "calorie/amount/at most 5,000 kcal/plan",
    "At most 5000 kcal over the meal plan": "calorie/amount/at most 5,000 kcal/plan",
    "At most 5000 kcal": "calorie/amount/at most 5,000 kcal/plan",
    "The total calories for each day must be 1800": "calorie/amount/exactly 1,800 kcal/day",
    "Total workout time must be at most 200 minutes": "session/duration/at most 3 h 20 min/plan",
    "Total exercise duration must be at most 200 minutes": (
        "session/duration/at most 3 h 20 min/plan"
    ),
    "Total training time must be 200 minutes": "session/duration/exactly 3 h 20 min/plan",
    "Total time of each workout must be 60 minutes": "session/duration/exactly 1 h/session",
    "The workout time must be 60 minutes": "session/duration/exactly 1 h/session",
    "The exercise time must be 60 minutes per session": "session/duration/exactly 1 h/session",
    "The training time must be 60 minutes": "session/duration/exactly 1 h/session",
    "The duration of the workout must be 60 minutes": "session/duration/exactly 1 h/session",
    "The length of each class must be 60 minutes": "session/duration/exactly 1 h/session",
    "The time for every session must be 60 minutes": "session/duration/exactly 1 h/session",
    "The duration of an exercise session must be 60 minutes": (
        "session/duration/exactly 1 h/session"
    ),
    "Each class must be 60 minutes long": "session/duration/exactly 1 h/session",
    "Each session takes 60 minutes": "session/duration/exactly 1 h/session",
    "Training must take 60 minutes": "session/duration/exactly 1 h/session",
    "Each session must be at most about 60 minutes": "session/duration/at most about 1 h/session",
    "Each exercise must last 5 minutes": "exercise/duration/exactly 5 min/exercise",
    "Every exercise must take at least 5 minutes": "exercise/duration/at least 5 min/exercise",
    "Each day the workout must last 60 minutes": "session/duration/exactly 1 h/session",
    "The warm-up of each session must last 5 minutes": "warm-up/duration/exactly 5 min/plan",
    "The cool-down of each session must last 5 minutes": "cool-down/duration/exactly 5 min/plan",
    "Stretching in each session must last 5 minutes": "stretching/duration/exactly 5 min/plan",
    "The circuit of each session must last 5 minutes": "circuit/duration/exactly 5 min/plan",
    "Breaks in each session must take 5 minutes": "breaks/duration/exactly 5 min/plan",
    "The rest in each session must take 5 minutes": "rest/duration/exactly 5 min/plan",
    "The interval of each session must last 5 minutes": "interval/duration/exactly 5 min/plan",
    "Sprint in each session must last 5 minutes": "sprint/duration/exactly 5 min/plan",
    "Climbing in each session must last 5 minutes": "climbing/duration/exactly 5 min/plan",
    "No day may have more than 1800 kcal": "calorie/amount/at most 1,800 kcal/day",
    "No session must last longer than 60 minutes": "session/duration/at most 1 h/session",
    "No meal should have less than 20 g of protein": "protein/amount/at least 20 g/meal",
    "No meal can have fewer than 300 calories": "calorie/amount/at least 300 kcal/meal",
    "No single meal shall exceed 700 calories": "calorie/amount/at most 700 kcal/meal",
    "No day is to go above 1800 kcal": "calorie/amount/at most 1,800 kcal/day",
    "No day will be over 1800 kcal": "calorie/amount/at most 1,800 kcal/day",
    "No day is allowed to have below 1500 kcal": "calorie/amount/at least 1,500 kcal/day",
    "No meal above 700 kcal": "calorie/amount/at most 700 kcal/meal",
    "No meal over 700 kcal": "calorie/amount/at most 700 kcal/meal",
    "No meal is more than 700 kcal": "calorie/amount/at most 700 kcal/meal",
    "No meal below 300 kcal": "calorie/amount/at least 300 kcal/meal",
    "No meal under 300 kcal": "calorie/amount/at least 300 kcal/meal",
    "No day is less than 1500 kcal": "calorie/amount/at least 1,500 kcal/day",
    "I do not want to have more than 1800 kcal per day": "calorie/amount/at most 1,800 kcal/day",
    "I don't want more than 1800 kcal per day": "calorie/amount/at most 1,800 kcal/day",
    "I never want more than 3 meals per day": "meal/count/at most 3/day",
    "Please, I would not like to have more than 3 meals per day": "meal/count/at most 3/day",
    "I wouldn't like more than 3 meals per day": "meal/count/at most 3/day",
    "I don't wish more than 3 meals per day": "meal/count/at most 3/day",
    "The daily fat should not have more than 60 g": "fat/amount/at most 60 g/day",
    "Each day may not have more than 60 g fat": "fat/amount/at most 60 g/day",
    "Each day shall not have less than 60 g fat": "fat/amount/at least 60 g/day",
    "Each day will not have fewer than 60 g fat": "fat/amount/at least 60 g/day",
    "Daily meals do not have more than 60 g fat": "fat/amount/at most 60 g/day",
    "Each day does not have more than 60 g fat": "fat/amount/at most 60 g/day",
    "Each day can not have more than 60 g fat": "fat/amount/at most 60 g/day",
    "Each day can't have greater than 60 g fat": "fat/amount/at most 60 g/day",
    "Each day cannot have higher than 60 g fat": "fat/amount/at most 60 g/day",
    "Each day won't have lower than 60 g fat": "fat/amount/at least 60 g/day",
    "Each day must never have more than 60 g fat": "fat/amount/at most 60 g/day",
    "Each session must not take longer than 60 minutes": "session/duration/at most 1 h/session",
    "Each session must not take shorter than 60 minutes": "session/duration/at least 1 h/session",
    "Both days must have 1800 kcal": "calorie/amount/exactly 1,800 kcal/day",
    "On both days 1800 kcal": "calorie/amount/exactly 1,800 kcal/day",
    "In both sessions at least 300 calories must be burned": (
        "calorie/amount/at least 300 kcal/session"
    ),
    "Both of the workouts must last 40 minutes": "session/duration/exactly 40 min/session",
    "For both meals at least 300 kcal": "calorie/amount/at least 300 kcal/meal",
    "The schedule must include one unbroken hour of reading": (
        "reading/duration/exactly 1 h/plan unbroken"
    ),
    "The schedule must include one uninterrupted hour of reading": (
        "reading/duration/exactly 1 h/plan unbroken"
    ),
    "The schedule must include a continuous hour of reading": (
        "reading/duration/exactly 1 h/plan unbroken"
    ),
    "The schedule must include 3 consecutive hours of reading": (
        "reading/duration/exactly 3 h/plan unbroken"
    ),
    "The schedule must include 3 straight hours of reading": (
        "reading/duration/exactly 3 h/plan unbroken"
    ),
    "The schedule must include 3 solid hours of reading": (
        "reading/duration/exactly 3 h/plan unbroken"
    ),
    "The schedule must include 3 full hours of reading": "reading/duration/exactly 3 h/plan",
    "The schedule must include a whole hour of reading": "reading/duration/exactly 1 h/plan",
    "The schedule must include 2 complete hours of reading": "reading/duration/exactly 2 h/plan",
    "The schedule must include 2 hours of reading in one go": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The schedule must include 2 hours of reading in one block": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The schedule must include 2 hours of reading in one piece": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The schedule must include 2 hours of reading in a row": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The schedule must include 2 hours of reading without a break": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The schedule must include 2 hours of reading without interruptions": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The schedule must include 2 hours of reading, single block": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The schedule must include 2 hours of reading in a single stretch": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The schedule must include 2 hours of reading continuously": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "The plan must include 3 rest days": "rest day/count/exactly 3/plan",
    "The plan must include 2 days off": "rest day/count/exactly 2/plan",
    "The plan must include 2 days of rest": "rest day/count/exactly 2/plan",
    "The plan must have 2 recovery days": "rest day/count/exactly 2/plan",
    "The plan must have 3 gym sessions": "session/count/exactly 3/plan",
    "The plan must have 3 workouts": "session/count/exactly 3/plan",
    "The plan must have 3 training days": "session/count/exactly 3/plan",
    "The plan must have 3 workout days": "session/count/exactly 3/plan",
    "The plan must have 3 gym days": "session/count/exactly 3/plan",
    "The plan must have 9 exercises": "exercise/count/exactly 9/plan",
    "The plan must have 9 movements": "exercise/count/exactly 9/plan",
    "Each session must have 9 sets": "set/amount/exactly 9/session",
    "Each session must have 9 working sets": "set/amount/exactly 9/session",
    "Each exercise must have 10 reps": "rep/amount/exactly 10/exercise",
    "Each exercise must have 10 repetitions per set": "rep/amount/exactly 10/exercise",
    "Each day must have 2 snacks": "snack/count/exactly 2/day",
    "Each day must have 4 eating occasions": "meal/count/exactly 4/day",
    "The plan must have 2 weeks": "week/count/exactly 2/plan",
    "The plan must have 5 days": "day/count/exactly 5/plan",
    "The number of meals each day must be 4": "meal/count/exactly 4/day",
    "Total number of daily snacks must be at most 2": "snack/count/at most 2/day",
    "Meal count must be 4": "meal/count/exactly 4/plan",
    "The total meals must be at most 9": "meal/count/at most 9/plan",
    "Daily snacks: 2": "snack/count/exactly 2/day",
    "Weekly sessions: 3": "session/count/exactly 3/plan whole",
    "Exercises: 7": "exercise/count/exactly 7/plan",
    "The workout must have 7 exercises": "exercise/count/exactly 7/session",
    "The workout plan must have 7 exercises": "exercise/count/exactly 7/plan",
    "The session must have 7 exercises": "exercise/count/exactly 7/session",
    "A total of 7 exercises in the session": "exercise/count/exactly 7/session",
    "The plan must have all 7 exercises": "exercise/count/exactly 7/plan",
    "The plan must have 7 unique exercises": "exercise/count/exactly 7/plan distinct",
    "The plan must have 7 distinct movements": "exercise/count/exactly 7/plan distinct",
    "The plan must have 7 different glasses of water": (
        "glasses of water/count/exactly 7/plan distinct"
    ),
    "8 glasses of water per day": "glasses of water/count/exactly 8/day",
    "3 gym visits each week": "gym visits/count/exactly 3/week",
    "Each day must include 3 fruits": "fruits/count/exactly 3/day",
    "2 days with 3 meals each": "day/count/exactly 2/plan ;; meal/count/exactly 3/day",
    "2 days with 3 meals and 1 snack each": (
        "day/count/exactly 2/plan ;; "
        "meal/count/exactly 3/day only=meal ;; "
        "snack/count/exactly 1/day"
    ),
    "3 meals plus 1 snack per day": (
        "meal/count/exactly 3/day only=meal ;; snack/count/exactly 1/day"
    ),
    "Each day must include breakfast, lunch and 2 snacks": (
        "snack/count/exactly 2/day ;; "
        "meal/count/at least 1/day only=breakfast ;; "
        "meal/count/at least 1/day only=lunch"
    ),
    "Each day must include 4 meals: breakfast, lunch, dinner, brunch": (
        "meal/count/exactly 4/day ;; "
        "meal/count/at least 1/day only=breakfast ;; "
        "meal/count/at least 1/day only=lunch ;; "
        "meal/count/at least 1/day only=dinner ;; "
        "meal/count/at least 1/day only=brunch"
    ),
    "At least 4 days and at most 2 rest days": (
        "day/count/at least 4/plan ;; rest day/count/at most 2/plan"
    ),
    "At least 2 hours between the starts of meals": "meal/gap/at least 2 h/day",
    "At least 2 hours between start of meals": "meal/gap/at least 2 h/day",
    "Nothing heavier than 40 kg": "weight/weight/at most 40 kg/exercise",
    "Each exercise must lift at least 20 kg": "weight/weight/at least 20 kg/exercise",
    "Each exercise must use weights of 20 kg": "weight/weight/exactly 20 kg/exercise",
    "Every exercise must have a load of at most 20 kg": "weight/weight/at most 20 kg/exercise",
    "Weights must be at most 20 kg": "weight/weight/at most 20 kg/exercise",
    "The dumbbell weight must be at most 20 kg": "weight/weight/at most 20 kg/exercise",
    "The barbell weight must be at most 20 kg": "weight/weight/at most 20 kg/exercise",
    "The machine weight must be 20 kg": "weight/weight/exactly 20 kg/exercise",
    "Total volume at most 900 kg": "tonnage/tonnage/at most 900 kg/session",
    "The training volume per session at least 900 kg": "tonnage/tonnage/at least 900 kg/session",
    "Total load at least 900 kg": "tonnage/tonnage/at least 900 kg/session",
    "Training weight per session 900 kg": "tonnage/tonnage/exactly 900 kg/session",
    "Lifting load per day 900 kg": "tonnage/tonnage/exactly 900 kg/session",
    "Each day must lift 900 kg": "tonnage/tonnage/exactly 900 kg/session",
    "The sessions lifted 900 kg": "tonnage/tonnage/exactly 900 kg/session",
    "A week's tonnage of 900 kg": "tonnage/tonnage/exactly 900 kg/plan",
    "Tonnage of all sessions over the week at least 900 kg": (
        "tonnage/tonnage/at least 900 kg/plan whole"
    ),
    "The schedule must include between 7 and 8 hours of work": (
        "work/duration/between 7 h and 8 h/plan"
    ),
    "The schedule must include between seven and eight hours of work": (
        "work/duration/between 7 h and 8 h/plan"
    ),
    "Breaks between sets must be at most 2 minutes": (
        "rest between sets/duration/at most 2 min/entry"
    ),
    "The schedule must include 2 hours of reading without any interruptions": (
        "reading/duration/exactly 2 h/plan unbroken"
    ),
    "Nothing may be heavier than 40 kg": "weight/weight/at most 40 kg/exercise",
    "The schedule must include 2 hours of work, excluding lunch": "work/duration/exactly 2 h/plan",
    "The schedule must include 2 hours of work excluding the lunch break": (
        "work/duration/exactly 2 h/plan"
    ),
    "The schedule must include 2 hours of work not counting meal breaks": (
        "work/duration/exactly 2 h/plan"
    ),
    "The schedule must include 2 hours of work not including any breaks": (
        "work/duration/exactly 2 h/plan"
    ),
    "Work must be done by 5 PM": "work/clock//plan end:at most 1,020",
    "Work must be over before 5 PM": "work/clock//plan end:less than 1,020",
    "I must wake up at 6 AM": "wake/clock//plan start:exactly 360",
    "I go to bed at 10 PM": "go bed/clock//plan start:exactly 1,320",
    "Bed at 10 PM": "bed/clock//plan start:exactly 1,320",
    "Bed by 10 PM": "bed/clock//plan start:at most 1,320",
    "Sleep before 11 PM": "sleep/clock//plan start:less than 1,380",
    "Wake up by 7 AM": "wake/clock//plan start:at most 420",
    "Lights out by 11 PM": "sleep/clock//plan start:at most 1,380",
    "Lights off at 11 PM": "sleep/clock//plan start:exactly 1,380",
    "Light out at 11 PM": "sleep/clock//plan start:exactly 1,380",
    "Dinner by 7 PM": "dinner/clock//plan end:at most 1,140",
    "Dinner no later than 7 PM": "dinner/clock//plan start:at most 1,140",
    "Dinner not later than 7 PM": "dinner/clock//plan start:at most 1,140",
    "Dinner earlier than 7 PM": "dinner/clock//plan start:less than 1,140",
    "Dinner later than 7 PM": "dinner/clock//plan start:more than 1,140",
    "Dinner must start earlier than 7 PM": "dinner/clock//plan start:less than 1,140",
    "Dinner must start later than 7 PM": "dinner/clock//plan start:more than 1,140",
    "Dinner must start no earlier than 7 PM": "dinner/clock//plan start:at least 1,140",
    "Dinner must start not before 7 PM": "dinner/clock//plan start:at least 1,140",
    "Dinner must start at the earliest at 7 PM": "dinner/clock//plan start:at least 1,140",
    "Dinner at the earliest 7 PM": "dinner/clock//plan start:at least 1,140",
    "Dinner at 7 PM or later": "dinner/clock//plan start:at least 1,140",
    "Dinner at 7 PM or after": "dinner/clock//plan start:at least 1,140",
    "Dinner at 7 PM or earlier": "dinner/clock//plan start:at most 1,140",
    "Dinner at 7 PM or before": "dinner/clock//plan start:at most 1,140",
    "Dinner at 7 PM maximum": "dinner/clock//plan start:at most 1,140",
    "Dinner from 7 PM": "dinner/clock//plan start:exactly 1,140",
    "Dinner around 7 PM": "dinner/clock//plan start:exactly 1,140",
    "Dinner must be at or after 7 PM": "dinner/clock//plan start:at least 1,140",
    "Dinner must start on or before 7 PM": "dinner/clock//plan start:at most 1,140",
    "Dinner must start by 7 PM": "dinner/clock//plan start:at most 1,140",
    "Dinner must end at or before 8 PM": "dinner/clock//plan end:at most 1,200",
    "The gym from 5 PM to 7 PM": "gym/clock//plan start:exactly 1,020 end:exactly 1,140",
    "The gym between 5 PM and 7 PM": "gym/clock//plan start:at least 1,020 end:at most 1,140",
    "The gym 5 PM to 7 PM": "gym/clock//plan start:at least 1,020 end:at most 1,140",
    "The gym must start between 5 PM and 7 PM": "gym/clock//plan start:between 1,020 and 1,140",
    "The gym must end between 5 PM and 7 PM": "gym/clock//plan end:between 1,020 and 1,140",
    "All meals must be eaten between 8 AM and 6 PM": (
        "meals/clock//plan start:at least 480 end:at most 1,080"
    ),
    "All food between 8 AM and 6 PM": "meals/clock//plan start:at least 480 end:at most 1,080",
    "At least 30 minutes of reading in the afternoon": (
        "reading/duration/at least 30 min/plan daypart=afternoon"
    ),
    "At least 30 minutes of reading at night": (
        "reading/duration/at least 30 min/plan daypart=night"
    ),
    "At least 30 minutes of reading before the lunch": (
        "reading/duration/at least 30 min/plan before=lunch"
    ),
    "At least 30 minutes of reading after their lunch": (
        "reading/duration/at least 30 min/plan after=lunch"
    ),
    "At least 30 minutes of reading before my lunch": (
        "reading/duration/at least 30 min/plan before=lunch"
    ),
    "At least 30 minutes of reading after his evening meal": (
        "reading/duration/at least 30 min/plan after=evening meal"
    ),
    "At least 30 minutes of reading after her work": (
        "reading/duration/at least 30 min/plan after=work"
    ),
    "24 hours of work": "work/duration/exactly 24 h/plan",
    "2 hours of travel each way": "travel/duration/exactly 2 h/direction",
    "1 hour to drive to work and 1 hour back": "drive work/duration/exactly 1 h/direction",
    "30 minutes for the trip there and 30 minutes back": "trip/duration/exactly 30 min/direction",
    "30 minutes commute (both directions)": "commute/duration/exactly 30 min/direction",
    "30 minutes commute each time": "commute/duration/exactly 30 min/direction",
    "30 minutes of reading from 8 AM": "reading/duration/exactly 30 min/plan start:exactly 480",
    "The daily schedule must have 30 minutes of reading": "reading/duration/exactly 30 min/plan",
    "Each day must have 30 minutes of reading": "reading/duration/exactly 30 min/plan",
    "Every workout session must have 30 minutes of running": "running/duration/exactly 30 min/plan",
    "The training program should have 30 minutes of running": (
        "running/duration/exactly 30 min/plan"
    ),
    "Routine has to have 30 minutes of running": "running/duration/exactly 30 min/plan",
    "Each machine must be used for at most 20 minutes": "machine/duration/at most 20 min/entry",
    "Every station may take at most 20 minutes": "station/duration/at most 20 min/entry",
    "Any rope must be used for 20 minutes": "rope used/duration/exactly 20 min/plan",
    "The rest between rounds must be 2 minutes": "rest between rounds/duration/exactly 2 min/entry",
    "Each break between the sets must be 2 minutes": (
        "rest between sets/duration/exactly 2 min/entry"
    ),
    "Every pause between circuits must be 2 minutes": (
        "rest between circuits/duration/exactly 2 min/entry"
    ),
    "Any rest between exercises must be 2 minutes": (
        "rest between exercises/duration/exactly 2 min/entry"
    ),
    "Each session must last 30 minutes (warm-up included)": (
        "session/duration/exactly 30 min/session"
    ),
    "(each day 1800 kcal)": "calorie/amount/exactly 1,800 kcal/day",
    "The plan must have 10 meals (5 per day for 2 days)": "meal/count/exactly 10/plan whole",
    "The plan must have 10 meals (2 days x 5)": "meal/count/exactly 10/plan whole",
    "The plan must have 10 meals (5 per session for 2 sessions)": (
        "meal/count/exactly 10/plan whole"
    ),
    "The plan must have 10 meals (5 per day)": "meal/count/exactly 10/plan",
    "Each day must have 1,5 g of fat": "fat/amount/exactly 1.5 g/day",
    "Each day must have 3-5 meals": "meal/count/between 3 and 5/day",
    "Each day must have ½ g of fat": "fat/amount/exactly 0.5 g/day",
    "Each day must have 2¾ g of fat": "fat/amount/exactly 2.75 g/day",
    "Each day must have 2¼ g of fat": "fat/amount/exactly 2.25 g/day",
    "Each day must have ２０ g of fat.": "fat/amount/exactly 20 g/day",
    "Each day must have 20 g of fat ...": "fat/amount/exactly 20 g/day",
}
REFUSALS = {
    "Any compound exercise must have at least 3 sets.": "compound",
    "Each of the three days must have 1800 kcal": "three",
    "All three days must have 1800 kcal": "three",
    "Each 3-day plan must have 1800 kcal": "3",
    "The plan must have 3 consecutive rest days": "in one block",
    "Each session must last 60 minutes in one go": "in one block",
    "Each day must include 5 cups of green tea daily": "understand",
    "The plan must include 3 of them": "understand",
    "The plan must have 3 times the fat": "understand",
    "Each day 3 meals and 2 snacks": "day 3",
    "3 sessions with 5 exercises each": "sessions with",
    "3 sessions with 4 sets each": "sessions with",
    "3 meals for 2 days": "2",
    "3 meals or 2 snacks": "more than one demand",
    "3 sessions over 2 weeks": "2",
    "3 meals, 2 snacks, 1 day and 4 sessions": "more than one demand",
    "Each day must have 2 snacks with supper": "snacks with",
    "Each day must have 3 meals for 4 days": "4",
    "At least 2 hours between meals": "between meals",
    "The heaviest lift must be 100 kg": "heaviest",
    "Each exercise tonnage must be 900 kg": "understand",
    "There must be 2 minutes between the sets": "between the sets",
    "At least 2 hours between consecutive meals": "between consecutive meals",
    "The schedule must include 2 hours of work except on Monday": "except on Monday",
    "Work until 5 PM": "understand",
    "Work must last until 5 PM": "understand",
    "Dinner 7 PM": "understand",
    "The gym from 5 PM to 7 PM for 3 days": "understand",
    "Work from 9 AM to 5 PM and gym at 6 PM": "more than one demand",
    "At 9 AM": "understand",
    "30 minutes before lunch": "distance in time",
    "30 minutes long after lunch": "distance in time",
    "30 minutes earlier": "distance in time",
    "30 minutes later": "distance in time",
    "30 minutes from home": "distance in time",
    "30 minutes until work": "distance in time",
    "A 24-hour schedule": "understand",
    "A 24 hour day": "understand",
    "30 minutes of travel and 40 minutes of reading": "understand",
    "8 hours of work, 2 meals": "understand",
    "30 minutes of reading around 8 AM": "a length and a time",
    "The schedule must include 30 minutes": "understand",
    "Each session must last 30 minutes (+/- 5 minutes)": "+/- 5 minutes",
    "Each session must last 30 minutes (± 5)": "± 5",
    "Each session must last 30 minutes (give or take 5)": "give or take 5",
    "Each session must last 30 minutes (within 5 minutes)": "within 5 minutes",
    "Each session must last 30 minutes (plus or minus 5)": "plus or minus 5",
    "Each session must last 30 minutes (tolerance 5)": "tolerance 5",
}


@pytest.mark.parametrize("sentence", READ)
def test_a_sentence_is_read_to_the_last_word(sentence):
    """The times of a clock are in minutes from midnight."""
    assert said(sentence) == READ[sentence]


@pytest.mark.parametrize("sentence", REFUSALS)
def test_what_is_not_understood_is_named(sentence):
    """It is refused, not left out."""
    with pytest.raises(InputError, match=r"\.$") as refusal:
        read(sentence)
    assert REFUSALS[sentence] in str(refusal.value)


LOW = (
    "greater than or equal to|greater than or equal|more than or equal to|equal to or greater than"
    "|equal to or more than|equal to or higher than|no less than|no fewer than|no lower than"
    "|not less than|not be less than|not go below|not fall below|not drop under|not be lower than"
    "|not be fewer than|at least|at or above|at or over|>=|≥|⩾|a minimum of|minimum"
    "|the minimum is|the minimum of|min|min.|minimal"
)
HIGH = (
    "less than or equal to|less than or equal|fewer than or equal to|lower than or equal to"
    "|equal to or less than|equal to or lower than|equal to or fewer than|no more than"
    "|no greater than|no higher than|not exceed|never exceed|not be more than|not go above"
    "|not go over|not go beyond|not surpass|not be exceeding|not have more than"
    "|not be greater than|not be higher than|at most|up to|at or below|at or under|<=|≤|⩽"
    "|limited to|be capped at|restricted to|kept to|kept at|limited at|a maximum of|maximum"
    "|the maximum is|max|max.|maximal|without exceeding|cannot exceed|can't exceed|within"
)
ABOVE = "more than|greater than|higher than|exceed|exceeding|exceeds|above|over|>"
BELOW = "less than|fewer than|lower than|below|under|<"
EXACT = "exactly|precisely|equal to|equals|equal|="
ABOUT = "about|around|approximately|approx|approx.|roughly|circa|close to|nearly|~"
BOUNDS = [
    (LOW, Bound(low=50)),
    (HIGH, Bound(high=50)),
    (ABOVE, Bound(low=50, strict=True)),
    (BELOW, Bound(high=50, strict=True)),
    (EXACT, Bound(50, 50)),
    (ABOUT, Bound(50, 50, about=True)),
]


@pytest.mark.parametrize(
    ("words", "bound"), [(one, bound) for words, bound in BOUNDS for one in words.split("|")]
)
def test_words_before_a_number_make_its_bound(words, bound):
    """All of them, the longer ones too that hold a shorter one."""
    (one,) = read(f"The daily protein intake must be {words} 50 grams.")
    assert (one.bound, one.subject, one.scope) == (bound, "protein", "day")


@pytest.mark.parametrize(
    ("words", "bound"),
    [
        *((f"or {one}", Bound(low=50)) for one in ("more", "above", "higher", "greater", "longer")),
        *((f"or {one}", Bound(high=50)) for one in ("less", "fewer", "below", "lower", "shorter")),
        ("or under", Bound(high=50)),
        *((one, Bound(low=50)) for one in ("minimum", "min", "at least", "or far more, or more")),
        *((one, Bound(high=50)) for one in ("maximum", "max", "at most", "at the latest")),
        ("- maximum", Bound(high=50)),
    ],
)
def test_words_after_a_number_make_its_bound(words, bound):
    """Of grams, and of minutes."""
    if "far" not in words:
        (one,) = read(f"The daily protein intake must be 50 grams {words}.")
        assert one.bound == bound
        (one,) = read(f"Each session must last 50 minutes {words}.")
        assert one.bound == bound


@pytest.mark.parametrize(
    ("word", "subject"),
    [
        *((one, "calorie") for one in ("calories", "calorie", "kilocalories", "caloric", "kcal")),
        *((one, "calorie") for one in ("kcals", "cal", "cals", "energy")),
        ("protein", "protein"), ("proteins", "protein"), ("fat", "fat"), ("fats", "fat"),
        *((one, "carbohydrate") for one in ("carb", "carbs", "carbohydrate", "carbohydrates")),
        ("fiber", "fiber"), ("fibre", "fiber"), ("sugar", "sugar"), ("sugars", "sugar"),
        ("sodium", "sodium"), ("cholesterol", "cholesterol"),
    ],
)  # fmt: skip
def test_the_words_of_what_is_measured(word, subject):
    """A number without a unit is in the usual one."""
    unit = {"calorie": "kcal", "sodium": "mg", "cholesterol": "mg"}.get(subject, "g")
    (one,) = read(f"The daily {word} intake must be at least 500.")
    assert (one.subject, one.unit, one.bound) == (subject, unit, Bound(low=500))
    if subject != "calorie":
        (one,) = read(f"Each day must have at least 2.5 g of {word}.")
        assert one.bound == Bound(low=2500 if unit == "mg" else 2.5)


KNOWN = """
the do does a an must should shall will may can need needs has have had to be is are being it its
that which there of for in at with on and over across include includes included including contain
contains contained containing consist consists correspond corresponds span spans cover covers
comprise comprises feature features featured provide provides provided offer offers supply supplies
made up allow last lasts lasting duration length long take takes time total totals number count
amount sum value numbers each every per all any whole entire overall combined altogether single
individual day days daily week weeks weekly session sessions workout workouts set sets rep reps
repetition repetitions training strength cardio cardiovascular resistance fitness gym weight weights
lift lifts lifted lifting tonnage volume load exercise exercises movement movements meal meals snack
snacks plan plans planned planning routine routines program programme schedule design designed diet
dietary nutritional nutrition macro macros come comes go goes goe add adds amounts sums totalled
somewhere intake consumption consumed content food foods burn burns burned burnt burning kg kgs
kilogram kilograms kilo kilos lb lbs pound pounds t tonne tonnes ton tons g gr gram grams mg
milligram milligrams minute minutes min mins hour hours hr hrs h equal equals exactly or than rest
resting off least most between from limited agent user performed done given kept keep remain stay
within range meet meets reach reaches achieve as by calorific response minimum maximum minimal
maximal only so i we more less fewer greater higher lower longer shorter exceed use uses used using
heavier different distinct unique eating occasion occasions working class recovery
"""


def test_words_that_change_nothing_are_known():
    """Beside a demand that is plain; any other refuses it."""
    for word in KNOWN.split():
        (one,) = read(f"At least 50 g of protein {word}")
        assert (one.subject, one.measure) == ("protein", "amount"), word
    for word in ("vegan", "sunday", "first", "third", "except", "both", "green", "%", "±"):
        with pytest.raises(InputError, match=f"cannot judge '{word}'"):
            read(f"At least 50 g of protein {word}")


@pytest.mark.parametrize(
    "words",
    [
        "before", "after", "the first", "the second", "the third", "only last", "the last",
        "only first", "both", "one of", "except", "excluding", "exercises with", "exercise with",
        "meals with", "meal with", "days with", "sessions with", "snacks with", "between the",
        "more than the", "less than any", "fewer than that", "greater than the", "higher than the",
        "lower than the", "longer than the", "shorter than the", "day 1", "session 2",
    ],
)  # fmt: skip
def test_words_that_say_where_are_refused(words):
    """They narrow what is demanded."""
    with pytest.raises(InputError, match=f"cannot judge '{words}'"):
        read(f"At least 50 g of protein {words} per day")


FILLERS = """
the a an daily schedule scheduled schedules must should has have had include includes included
including contain allow allocate allocated allocates dedicate dedicated dedicates spend be is are of
for to at in on with and total time each every per day exactly minute hour long duration last lasts
least most up there user i my me no way direction plan amount period block single spent assigned
number devoted set aside during between from equal more less than or exceed limited about around
approximately roughly both session person agent provide give so that it as throughout worth some any
activity activities planned reserve reserved reserves take takes may need want get full week visit
visits
"""


def test_words_around_an_activity_are_no_part_of_it():
    """What remains is its name."""
    wanted = "reading/duration/exactly 30 min/plan"
    got = {word: said(f"Include 30 minutes of {word} reading") for word in FILLERS.split()}
    assert {word: one for word, one in got.items() if one != wanted} == {}
    assert said("It needs to include 30 minutes of reading") == wanted
    assert said("It need to include 30 minutes of quiet reading") == wanted.replace(
        "reading", "quiet reading"
    )


VERBS = {
    "start:exactly 540": "start starts started starting begin begins beginning early late later "
    "latest take takes place occur occurs happen happens until till than served placed within held "
    "eaten all",
    "end:exactly 540": "end ends ended finish finishes stop stops conclude concludes done over "
    "completes completed",
    "start:at least 540": "earliest",
    "end:less than 540": "before",
    "start:more than 540": "after",
    "end:at most 540": "by",
}


@pytest.mark.parametrize("wanted", VERBS)
def test_verbs_of_time_are_no_part_of_an_activity(wanted):
    """They say whether it begins or ends then."""
    got = {word: said(f"Work must {word} at 9 AM") for word in VERBS[wanted].split()}
    assert dict.fromkeys(got, f"work/clock//plan {wanted}") == got
