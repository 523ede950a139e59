//! What boards say, in the two languages. The script gets the words of one of them.

use agon::board::Setup;
use serde::Serialize;

/// A game's own words.
#[derive(Serialize)]
pub(super) struct Game {
    /// By which script and style sheet know it.
    pub key: &'static str,
    pub name: &'static str,
    #[serde(skip)]
    pub rules: &'static str,
    /// A move that takes counters.
    pub counter: &'static str,
}

/// The words of one language. `{…}` are places for values.
#[derive(Serialize)]
pub(super) struct Words {
    // Words for the page without a script are not the script's business.
    #[serde(skip)]
    games: [Game; 8],
    #[serde(skip)]
    pub colon: &'static str,
    pub space: &'static str,
    #[serde(skip)]
    pub or: &'static str,
    #[serde(skip)]
    pub comma: &'static str,
    pub pin: &'static str,
    pub pair: &'static str,
    pub square: &'static str,
    pub cell: &'static str,
    pub edge: &'static str,
    pub blue_edge: &'static str,
    pub red_edge: &'static str,
    #[serde(skip)]
    pub value: &'static str,
    #[serde(skip)]
    pub number: &'static str,
    #[serde(skip)]
    pub misere_value: &'static str,
    #[serde(skip)]
    pub first_wins: &'static str,
    #[serde(skip)]
    pub first_loses: &'static str,
    #[serde(skip)]
    pub misere_loses: &'static str,
    #[serde(skip)]
    pub left_wins: &'static str,
    #[serde(skip)]
    pub left_loses: &'static str,
    #[serde(skip)]
    pub right_wins: &'static str,
    #[serde(skip)]
    pub right_loses: &'static str,
    // For the script alone.
    field: &'static str,
    keys: &'static str,
    you_start: &'static str,
    agon_starts: &'static str,
    you_blue: &'static str,
    you_red: &'static str,
    again: &'static str,
    undo: &'static str,
    hint: &'static str,
    why: &'static str,
    your_turn: &'static str,
    agon_thinks: &'static str,
    you_moved: &'static str,
    agon_moved: &'static str,
    undone: &'static str,
    hint_win: &'static str,
    hint_sum: &'static str,
    hint_value: &'static str,
    hint_number: &'static str,
    hint_ones: &'static str,
    hint_lost: &'static str,
    hint_lost_misere: &'static str,
    you_win: &'static str,
    agon_wins: &'static str,
    you_win_misere: &'static str,
    agon_wins_misere: &'static str,
    slip: &'static str,
    no_slip_won: &'static str,
    no_slip_lost: &'static str,
    part: &'static str,
    worth: &'static str,
    binary: &'static str,
    nim_sum: &'static str,
    sum: &'static str,
    why_nimbers: &'static str,
    why_numbers: &'static str,
    why_misere: &'static str,
    leaves: &'static str,
    poison: &'static str,
    queen: &'static str,
}

impl Words {
    pub(super) fn of(chinese: bool) -> &'static Words {
        if chinese { &CHINESE } else { &ENGLISH }
    }

    pub(super) fn game(&self, setup: &Setup) -> &Game {
        &self.games[match setup {
            Setup::Nim { .. } => 0,
            Setup::Bash { .. } => 1,
            Setup::Wythoff { .. } => 2,
            Setup::Kayles { .. } => 3,
            Setup::Chomp { .. } => 4,
            Setup::Hackenbush { .. } if setup.is_red_blue() => 6,
            Setup::Hackenbush { .. } => 5,
            Setup::MisereNim { .. } => 7,
        }]
    }
}

static CHINESE: Words = Words {
    games: [
        Game {
            key: "nim",
            name: "Nim",
            rules: "每步从一堆里取走至少一颗；取走最后一颗的人赢。",
            counter: "第 {row} 堆取 {take} 颗，剩 {left} 颗",
        },
        Game {
            key: "bash",
            name: "减法游戏",
            rules: "每步取走 {numbers} 颗；谁没有可取的，谁输。",
            counter: "取 {take} 颗，剩 {left} 颗",
        },
        Game {
            key: "wythoff",
            name: "Wythoff",
            rules: "皇后向上、向左或斜着向左上走：从一堆里任取，或从两堆里取同样多；走到 (0, 0) 的人赢。棋盘的 (0, 0) 在左上角，坐标图的在左下角。",
            counter: "",
        },
        Game {
            key: "kayles",
            name: "Kayles",
            rules: "每步击倒一个瓶子，或相邻的两个；击倒最后一个的人赢。",
            counter: "",
        },
        Game {
            key: "chomp",
            name: "Chomp",
            rules: "每步咬下一格连同它右下方的一切；左上角有毒，只剩毒格时轮到谁走谁输。棋盘的第 1 行在最上面，书上的图在最下面。",
            counter: "",
        },
        Game {
            key: "hackenbush",
            name: "竹节游戏",
            rules: "每步切断一条边，不再连着地面的全部掉下；切不了的人输。边以两端的号码相称，0 是地面。",
            counter: "",
        },
        Game {
            key: "hackenbush",
            name: "红蓝竹节游戏",
            rules: "左方只切蓝边，右方只切红边（虚线），不再连着地面的全部掉下；切不了的人输。边以两端的号码相称，0 是地面。",
            counter: "",
        },
        Game {
            key: "nim",
            name: "反常 Nim",
            rules: "每步从一堆里取走至少一颗；取走最后一颗的人输。",
            counter: "第 {row} 堆取 {take} 颗，剩 {left} 颗",
        },
    ],
    colon: "：",
    space: "",
    or: "；",
    comma: "、",
    pin: "第 {row} 排击倒第 {column} 个",
    pair: "第 {row} 排击倒第 {column}、{next} 个",
    square: "咬第 {row} 行第 {column} 列，去掉 {take} 格",
    cell: "走到 {name}",
    edge: "切断 {name}，去掉 {take} 条",
    blue_edge: "切断蓝边 {name}，去掉 {take} 条",
    red_edge: "切断红边 {name}，去掉 {take} 条",
    value: "Grundy 值是 {total}。",
    number: "值是 {total}。",
    misere_value: "nim 和是 {total}。",
    first_wins: "先手必胜：{moves}。",
    first_loses: "后手必胜：先手怎么走都留下非零的值。",
    misere_loses: "后手必胜：先手没有必胜的走法。",
    left_wins: "左方（蓝）先走必胜：{moves}。",
    left_loses: "左方（蓝）先走必败。",
    right_wins: "右方（红）先走必胜：{moves}。",
    right_loses: "右方（红）先走必败。",
    field: "棋盘",
    keys: "方向键选择，回车落子",
    you_start: "我先走",
    agon_starts: "Agon 先走",
    you_blue: "我执蓝",
    you_red: "我执红",
    again: "再来一局",
    undo: "悔棋",
    hint: "提示",
    why: "为什么",
    your_turn: "现在是 {text}，轮到你走。",
    agon_thinks: "Agon 在想……",
    you_moved: "你：{move}。",
    agon_moved: "Agon：{move}。",
    undone: "退回一步。",
    hint_win: "必胜的一步：{move}。",
    hint_sum: "nim 和 {values} = {total}（二进制 {binary} = {bits}）不是 0，走这一步归零。",
    hint_value: "现在的值 {total} 不是 0，走这一步归零。",
    hint_number: "走后的值是 {after}，对手先走救不回来。",
    hint_ones: "走后只剩一颗一堆的，而且堆数是奇数：最后一颗轮到对手取。",
    hint_lost: "没有必胜的一步：现在的值是 {total}，Agon 不出错就赢。拖得最久的是：{move}。",
    hint_lost_misere: "没有必胜的一步，Agon 不出错就赢。拖得最久的是：{move}。",
    you_win: "你走了最后一步，Agon 无路可走：你赢了！",
    agon_wins: "Agon 走了最后一步，你无路可走：你输了。",
    you_win_misere: "Agon 取走了最后一颗：你赢了！",
    agon_wins_misere: "你取走了最后一颗：你输了。",
    slip: "转折在你的第 {number} 步（{move}）：它留下的值是 {after}。本该：{better}。",
    no_slip_won: "从头到尾，每次交给 Agon 的局面都是它必败的。",
    no_slip_lost: "你没有走错：第一次轮到你时，就已经没有必胜的走法。换另一方先走试试。",
    part: "部分",
    worth: "值",
    binary: "二进制",
    nim_sum: "nim 和",
    sum: "和",
    why_nimbers: "各部分的 Grundy 值求 nim 和：为 0 时，轮到谁走谁输。棋盘上的数是走那一步之后的 nim 和；走到 0 就对了。",
    why_numbers: "各部分的值相加：正则左方（蓝）胜，负则右方（红）胜，0 则后走的人胜。棋盘上的数是走那一步之后的和。",
    why_misere: "还有一堆多于一颗时，同正常规则：留下 nim 和 0。各堆都至多一颗时反过来：留下奇数堆，nim 和是 1。棋盘上的数是走那一步之后的 nim 和，在后一种情形里 0 与 1 对调；走到 0 就对了。",
    leaves: "走后的值 {after}",
    poison: "毒格",
    queen: "皇后在 {name}",
};

static ENGLISH: Words = Words {
    games: [
        Game {
            key: "nim",
            name: "Nim",
            rules: "A move takes at least one counter from one heap; who takes the last counter wins.",
            counter: "heap {row}: take {take}, leave {left}",
        },
        Game {
            key: "bash",
            name: "A subtraction game",
            rules: "A move takes a number of counters out of {numbers}; who cannot move loses.",
            counter: "take {take}, leave {left}",
        },
        Game {
            key: "wythoff",
            name: "Wythoff",
            rules: "The queen goes up, to the left, or both along the diagonal: any number from one heap, or the same from \
                    both. Who brings her to (0, 0) wins. On the board (0, 0) is at the top left, in plots at the bottom left.",
            counter: "",
        },
        Game {
            key: "kayles",
            name: "Kayles",
            rules: "A ball knocks down one pin, or two neighbours; who knocks down the last pin wins.",
            counter: "",
        },
        Game {
            key: "chomp",
            name: "Chomp",
            rules: "A bite takes a square with all below and to the right of it. The square at the top left is poisoned: who \
                    has nothing else to bite loses. On the board row 1 is at the top, in the book's pictures at the bottom.",
            counter: "",
        },
        Game {
            key: "hackenbush",
            name: "Green Hackenbush",
            rules: "A move cuts an edge, and what no longer hangs on the ground is gone; who cannot cut loses. \
                    Edges are called after their ends; 0 is the ground.",
            counter: "",
        },
        Game {
            key: "hackenbush",
            name: "Red-blue Hackenbush",
            rules: "Left cuts blue edges, Right red ones (dashed), and what no longer hangs on the ground is gone; who \
                    cannot cut loses. Edges are called after their ends; 0 is the ground.",
            counter: "",
        },
        Game {
            key: "nim",
            name: "Misère Nim",
            rules: "A move takes at least one counter from one heap; who takes the last counter loses.",
            counter: "heap {row}: take {take}, leave {left}",
        },
    ],
    colon: ": ",
    space: " ",
    or: "; ",
    comma: ", ",
    pin: "row {row}: knock down pin {column}",
    pair: "row {row}: knock down pins {column} and {next}",
    square: "bite row {row}, column {column}: {take} off",
    cell: "go to {name}",
    edge: "cut {name}: {take} off",
    blue_edge: "cut the blue edge {name}: {take} off",
    red_edge: "cut the red edge {name}: {take} off",
    value: "The Grundy value is {total}.",
    number: "The value is {total}.",
    misere_value: "The nim-sum is {total}.",
    first_wins: "Who moves first wins: {moves}.",
    first_loses: "Who moves second wins: every first move leaves a value other than 0.",
    misere_loses: "Who moves second wins: there is no winning first move.",
    left_wins: "Left (blue) wins moving first: {moves}.",
    left_loses: "Left (blue) loses moving first.",
    right_wins: "Right (red) wins moving first: {moves}.",
    right_loses: "Right (red) loses moving first.",
    field: "board",
    keys: "arrow keys choose, Enter plays",
    you_start: "I start",
    agon_starts: "Agon starts",
    you_blue: "I am blue",
    you_red: "I am red",
    again: "New game",
    undo: "Undo",
    hint: "Hint",
    why: "Why?",
    your_turn: "Now {text}: your turn.",
    agon_thinks: "Agon is thinking …",
    you_moved: "You: {move}.",
    agon_moved: "Agon: {move}.",
    undone: "One move back.",
    hint_win: "A winning move: {move}.",
    hint_sum: "The nim-sum {values} = {total} (in binary {binary} = {bits}) is not 0; this move makes it 0.",
    hint_value: "The value {total} is not 0; this move makes it 0.",
    hint_number: "It leaves {after}, and your opponent, to move, cannot mend that.",
    hint_ones: "It leaves only heaps of one counter, and an odd number of them: your opponent will take the last.",
    hint_lost: "There is no winning move: the value is {total}, and Agon makes no mistakes. The longest stand: {move}.",
    hint_lost_misere: "There is no winning move, and Agon makes no mistakes. The longest stand: {move}.",
    you_win: "You made the last move and Agon has none left: you win!",
    agon_wins: "Agon made the last move and you have none left: you lose.",
    you_win_misere: "Agon took the last counter: you win!",
    agon_wins_misere: "You took the last counter: you lose.",
    slip: "It turned with your move {number} ({move}), which left the value {after}. Better: {better}.",
    no_slip_won: "Each position that you handed to Agon was lost for it.",
    no_slip_lost: "You made no mistake: when you were first to move, there was no winning move any more. Try with the other side starting.",
    part: "Part",
    worth: "Value",
    binary: "Binary",
    nim_sum: "Nim-sum",
    sum: "Sum",
    why_nimbers: "The nim-sum of the Grundy values of the parts decides: when it is 0, whoever is to move loses. The numbers \
                  on the board are the nim-sums that the moves leave; a move to 0 is right.",
    why_numbers: "The values of the parts add up: if the sum is positive, Left (blue) wins; if negative, Right (red); if it \
                  is 0, whoever moves second. The numbers on the board are the sums that the moves leave.",
    why_misere: "As long as some heap has more than one counter, as in normal play: leave the nim-sum 0. When no heap has more \
                 than one, the other way round: leave an odd number of heaps, nim-sum 1. The numbers on the board are the \
                 nim-sums that the moves leave, in the second case with 0 and 1 exchanged; a move to 0 is right.",
    leaves: "leaves the value {after}",
    poison: "the poisoned square",
    queen: "the queen on {name}",
};
